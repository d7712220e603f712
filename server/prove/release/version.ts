/** A released version: `1.2.3`. */
export const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+$/.test(text)

/** Below 0 when `a` is the earlier version. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((one) => one.split('.').map(Number))
  return left![0]! - right![0]! || left![1]! - right![1]! || left![2]! - right![2]!
}

/** The tag of a release in git. */
export const tagOf = (version: string): string => `v${version}`
