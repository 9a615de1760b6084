/** Variables by which the services tell that no person is there; most set `CI` too. */
export const ciVariables = [
  'CI',
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'JENKINS_URL',
  'TF_BUILD',
  'BUILDKITE',
  'TEAMCITY_VERSION',
];

/** Whether a machine runs this, not a person who looks at what it says. */
export function isCi(environment: NodeJS.ProcessEnv = process.env): boolean {
  return ciVariables.some((name) => {
    const value = environment[name];
    return value !== undefined && !/^(|0|false|no|off)$/i.test(value);
  });
}
