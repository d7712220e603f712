import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/*
 * Subjects of commits are read in a list: one idea in at most 72 characters; the reason is in the body. Only commits after the one that
 * added this law are checked. A shallow clone, an archive and a machine without git have no such commits.
 */

const BEFORE = 'd0c3c237de6f4b3995ca5b1b87e56c70512390f5'
const LONGEST = 72

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: join(import.meta.dirname, '../../../..'), encoding: 'utf8', timeout: 10_000 })

/** Lines of `hash subject`; undefined where the history does not reach back that far. */
function subjects(): string[] | undefined {
  if (git('merge-base', '--is-ancestor', BEFORE, 'HEAD').status !== 0) return
  return git('log', '--no-merges', '--format=%h %s', `${BEFORE}..HEAD`).stdout.split('\n').filter(Boolean)
}

const tooLong = (lines: readonly string[]): string[] =>
  lines.filter((line) => [...line.slice(line.indexOf(' ') + 1)].length > LONGEST)

const after = subjects()

it.skipIf(after === undefined)('a subject of a commit has at most 72 characters', () => {
  expect(tooLong(after!)).toEqual([])
})

it('sees a subject that is too long, in characters', () => {
  expect(tooLong([`abc1234 ${'x'.repeat(72)}`, `abc1234 ${'车'.repeat(72)}`])).toEqual([])
  const long = `abc1234 order: ${'x'.repeat(66)}`
  expect(tooLong([long])).toEqual([long])
})
