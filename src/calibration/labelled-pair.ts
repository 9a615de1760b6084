/** Two queries with what people, or a proof, say of them. */
export interface LabelledPair {
  readonly id: string;
  readonly question: string;
  /** A hint that belongs to the question. */
  readonly evidence?: string;
  readonly gold: string;
  readonly candidate: string;
  /** True: the candidate is right. */
  readonly isRight: boolean;
}

/** What a file of labels holds. */
export interface LabelFile {
  readonly pairs: readonly LabelledPair[];
  /** Labels that say neither right nor wrong, and how many pairs have them. */
  readonly leftOut: Readonly<Record<string, number>>;
}
