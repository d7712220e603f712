import { describe, expect, it } from 'vitest'
import { changelogOf, changelogProblems } from './changelog.ts'

const release = { version: '1.0.0', releasedOn: '2026-11-29', migrations: {} }
const section = (head: string, change: string) =>
  `${head}\n\n### What changes for you\n\n${change}\n\n### Before the upgrade\n\nNothing.\n\n### After the upgrade\n\nNothing.\n`
const first = `# Changelog\n\nFor operators.\n\n${section('## Next', 'The first release.')}`

describe('the changelog of a release', () => {
  it('makes what is next the section of the release, and leaves an empty one', () => {
    const text = changelogOf(first, release)
    expect(text).toBe(
      `# Changelog\n\nFor operators.\n\n${section('## Next', 'Nothing.')}\n${section('## 1.0.0 (2026-11-29)', 'The first release.')}`,
    )
    expect(changelogProblems(text, [release])).toEqual([])
  })

  it('refuses a release of which nothing is said', () => {
    const text = changelogOf(first, release)
    expect(() => changelogOf(text, { version: '1.1.0', releasedOn: '2026-12-24' })).toThrow('请先在 CHANGELOG.md')
  })

  it('keeps the section of a release that is cut again, by the date of then', () => {
    const text = changelogOf(changelogOf(first, release), { ...release, releasedOn: '2026-11-30' })
    expect(changelogProblems(text, [{ ...release, releasedOn: '2026-11-30' }])).toEqual([])
    expect(() => changelogOf(text.replace('Nothing.', 'More.'), release)).toThrow('请先并入')
  })

  it('names a release without a section, and a part that is missing or empty', () => {
    expect(changelogProblems(first, [release])).toHaveLength(1)
    expect(changelogProblems(first.replace('### After the upgrade\n\nNothing.', ''), [])).toHaveLength(1)
    expect(changelogProblems(first.replace('The first release.', ''), [])).toHaveLength(1)
    expect(changelogProblems(first, [])).toEqual([])
  })
})
