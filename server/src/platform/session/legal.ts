import { firstLegalTexts } from '@cheyi/domain/platform/session/legal'
import { readLegalFile } from '@cheyi/domain/platform/session/legal-file'
import {
  isConsentType,
  LEGAL_NOTICE_DAYS,
  type LegalContent,
  type LegalText,
  type LegalType,
} from '@cheyi/domain/platform/session/legal-text'
import { badInput } from '@cheyi/domain/refusal'
import { addDays, type Instant, isBusinessDate, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Db } from '../../kernel/context.ts'
import { logPlatform } from '../audit/actions.ts'

/** Versions published by operators, newest first. */
const publishedVersions = (db: Db, type: LegalType) =>
  db
    .selectFrom('legalText')
    .select(['version', 'updatedOn', 'effectiveOn', 'passages'])
    .where('type', '=', type)
    .orderBy('id', 'desc')

const textOf = (
  type: LegalType,
  { passages, ...row }: Omit<LegalText, 'title' | keyof LegalContent> & { readonly passages: LegalContent },
): LegalText => ({ title: firstLegalTexts[type].title, ...row, ...passages })

/** The text in force: the newest version whose effective date has come. */
export async function legalText(db: Db, type: LegalType, now: Instant): Promise<LegalText> {
  const row = await publishedVersions(db, type).where('effectiveOn', '<=', localDate(now)).limit(1).executeTakeFirst()
  return row === undefined ? firstLegalTexts[type] : textOf(type, row)
}

/** All versions of a text, past and future, newest first. */
export async function legalVersions(db: Db, type: LegalType): Promise<LegalText[]> {
  const rows = await publishedVersions(db, type).execute()
  return [...rows.map((row) => textOf(type, row)), firstLegalTexts[type]]
}

interface NewText {
  readonly type: LegalType
  /** The operator's text in the format of `legalFile`. */
  readonly file: string
  readonly version: string
  readonly effectiveOn: LocalDate
}

interface Publication {
  readonly text: LegalText
  /** The previous version. */
  readonly before: LegalText
  /** Headings of sections; '' for the text before the first heading. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/**
 * Checks a new version and lists its changes.
 * @throws Refusal badInput (-2) for a file in the wrong format, a version that is not newer, an effective date that is
 * earlier than the notice period of the text in force allows or than the last version, and for an unchanged text
 */
export async function planLegalText(db: Db, asked: NewText, now: Instant): Promise<Publication> {
  const { type, file, version, effectiveOn } = asked
  const before = (await legalVersions(db, type))[0]!
  const { title } = before
  const today = localDate(now)
  const first = [addDays(today, LEGAL_NOTICE_DAYS), before.effectiveOn].toSorted().at(-1)!
  if (!newer(version, before.version))
    throw badInput('version', `版本应为大于${before.version}的数字，如${next(before)}`)
  if (!isBusinessDate(effectiveOn)) throw badInput('effectiveOn', `生效日期应如 ${first}`)
  if (effectiveOn < first)
    throw badInput('effectiveOn', `生效日期不能早于${first}：须提前${LEGAL_NOTICE_DAYS}日告知，且不早于上一版本`)
  const content = readLegalFile(file, title, isConsentType(type))
  const [old, after] = [partsOf(before), partsOf(content)]
  const changes = {
    added: [...after.keys()].filter((heading) => !old.has(heading)),
    removed: [...old.keys()].filter((heading) => !after.has(heading)),
    changed: [...after].filter(([heading, said]) => old.has(heading) && old.get(heading) !== said).map(([h]) => h),
  }
  if (JSON.stringify([...old]) === JSON.stringify([...after]))
    throw badInput('file', `与版本${before.version}一致，未作改动`)
  return { text: { title, version, updatedOn: today, effectiveOn, ...content }, before, ...changes }
}

/**
 * Publishes a new version for its effective date. It cannot be taken back; a later version for the same date replaces
 * it. Runs without a merchant.
 * @throws Refusal as {@link planLegalText}
 */
export async function publishLegalText(
  db: Db,
  asked: NewText,
  by: { readonly name: string; readonly note: string; readonly now: Instant },
): Promise<Publication> {
  const plan = await planLegalText(db, asked, by.now)
  const { type, version, effectiveOn } = asked
  const { updatedOn, preamble, sections } = plan.text
  const { name, note } = by
  await db
    .insertInto('legalText')
    .values({ type, version, updatedOn, effectiveOn, passages: { preamble, sections }, name, note })
    .execute()
  await logPlatform(db, {
    traceId: 'command',
    action: 'operator.legal',
    detail: { name, note, type, version, effectiveOn, after: plan.before.version },
  })
  return plan
}

const partsOf = ({ preamble, sections }: LegalContent): Map<string, string> =>
  new Map([
    ['', JSON.stringify(preamble)],
    ...sections.map(({ heading, blocks }) => [heading, JSON.stringify(blocks)] as const),
  ])

const numbers = (version: string) => version.split('.').map(Number) as [number, number]
const next = ({ version }: LegalText): string => `${numbers(version)[0]}.${numbers(version)[1] + 1}`

function newer(version: string, than: string): boolean {
  if (!/^(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})$/.test(version)) return false
  const [[major, minor], [oldMajor, oldMinor]] = [numbers(version), numbers(than)]
  return major > oldMajor || (major === oldMajor && minor > oldMinor)
}
