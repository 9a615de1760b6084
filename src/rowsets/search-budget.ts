/** Thrown inside the room when a search took more steps than it may; the comparison is then inconclusive. */
export class BudgetExceeded extends Error {}

/** Counts the steps of a search. One step is about one pair of rows looked at. */
export class SearchBudget {
  constructor(private left: number) {}

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new BudgetExceeded();
  }
}

/** About two seconds of searching on an ordinary machine. */
export const defaultBudget = 30_000_000;
