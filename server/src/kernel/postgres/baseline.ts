import { StartError } from '../process/start-error.ts'

/*
 * The first fifteen migrations are a baseline: they create at once what 137 files had created step by step before the
 * first release. A database or a backup that applied those already has the content of the baseline.
 */

/** The last of the files that the baseline replaced. */
export const lastReplaced = '0410_what_a_job_ran_with'
/** The second of them: no file of the baseline has its name. */
const earlyReplaced = '0002_fleet'
const lastOfBaseline = '0015'

/** @param name of a migration of this program, not of a replaced one */
export const isOfBaseline = (name: string): boolean => name.slice(0, 4) <= lastOfBaseline

/** Whether a database with these recorded migrations is from before the baseline. */
export const isBeforeBaseline = (names: readonly string[]): boolean => names.includes(earlyReplaced)

/** @throws StartError when only some of the replaced files were applied */
export function requireAllReplaced(names: readonly string[]): void {
  if (names.includes(lastReplaced)) return
  throw new StartError(
    `数据库停在迁移 ${names.toSorted().at(-1)}，早于本程序的基线。请先用含有 ${lastReplaced} 的版本启动一次，再换用本程序。`,
  )
}

/**
 * Converts recorded names to the present ones: the files of the baseline replace all of the earlier ones.
 * @param baseline names of the files of the baseline
 * @throws StartError when only some of the replaced files were applied
 */
export function sinceBaseline(names: readonly string[], baseline: readonly string[]): readonly string[] {
  if (!isBeforeBaseline(names)) return names
  requireAllReplaced(names)
  return [...baseline, ...names.filter((name) => name > lastReplaced)]
}
