import type { Release } from '../../src/kernel/postgres/released.ts'

/*
 * CHANGELOG.md, for those who operate an installation: a section for each release, the newest first, with what changes for them and what
 * they do before and after the upgrade. What is not released yet stands under "Next".
 */

const NEXT = '## Next'
/** What each release says; "Nothing." where there is nothing. */
const parts = ['### What changes for you', '### Before the upgrade', '### After the upgrade']
const emptyNext = `${NEXT}\n\n${parts.map((part) => `${part}\n\nNothing.\n`).join('\n')}\n`

const headOf = ({ version, releasedOn }: Pick<Release, 'version' | 'releasedOn'>): string =>
  `## ${version} (${releasedOn})`

/** The sections by their head, in order. */
const sectionsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(/^(?=## )/m)
      .slice(1)
      .map((section) => [section.split('\n')[0]!, section] as const),
  )

/** What a section lacks. */
function missingIn(head: string, section: string): string[] {
  const said = section.split(/^(?=### )/m).slice(1)
  const heads = said.map((part) => part.split('\n')[0]!)
  if (heads.join() !== parts.join()) return [`CHANGELOG.md: "${head}" has other parts than ${parts.join(', ')}`]
  return said.filter((part) => part.trim() === part.split('\n')[0]).map((part) => `${head}: ${part.trim()} is empty`)
}

/** What CHANGELOG.md lacks, a line each. */
export function changelogProblems(text: string, releases: readonly Release[]): string[] {
  const sections = sectionsOf(text)
  const expected = [NEXT, ...releases.map(headOf).toReversed()]
  if ([...sections.keys()].join() !== expected.join())
    return [`CHANGELOG.md has the sections ${[...sections.keys()].join(', ')}, and not ${expected.join(', ')}`]
  return [...sections].flatMap(([head, section]) => missingIn(head, section))
}

/**
 * Makes what stands under "Next" the section of a release. A release that is cut again keeps its section, with what was written since.
 * @throws Error when nothing is said of it
 */
export function changelogOf(text: string, release: Pick<Release, 'version' | 'releasedOn'>): string {
  const sections = sectionsOf(text)
  const next = sections.get(NEXT)
  if (next === undefined) throw new Error(`CHANGELOG.md 缺少「${NEXT}」一节`)
  const again = [...sections.keys()].find((head) => head.startsWith(`## ${release.version} (`))
  const isEmpty = next.trim() === emptyNext.trim()
  if (again !== undefined) {
    if (!isEmpty) throw new Error(`CHANGELOG.md 的「${NEXT}」一节还有内容，请先并入「${again}」`)
    return text.replace(again, headOf(release))
  }
  if (isEmpty) throw new Error(`请先在 CHANGELOG.md 的「${NEXT}」一节写明本版对运维者的影响`)
  return text.replace(next, `${emptyNext}${next.replace(NEXT, headOf(release))}`)
}
