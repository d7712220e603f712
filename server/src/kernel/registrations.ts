import { StartError } from './process/start-error.ts'

/*
 * What a higher feature gives a lower one when it is loaded. Each place that waits for something names what is still missing, so that a
 * process without it ends at its start and not at the hour at which it would be needed.
 */

const places: (() => readonly string[])[] = []

/** @param missing the names of what nobody has registered yet */
export const awaitRegistration = (missing: () => readonly string[]): void => void places.push(missing)

/** @throws StartError while something is missing */
export function requireRegistrations(): void {
  const missing = places.flatMap((place) => place())
  if (missing.length > 0) throw new StartError(`程序不完整，缺少 ${missing.join('、')}：请重新安装本程序。`)
}
