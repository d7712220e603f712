import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { registeredName } from '@cheyi/domain/alike'
import { checkResult } from '@cheyi/domain/rental/driver/codes'
import {
  askedNumber,
  type CheckedPaper,
  checkedPapers,
  checkFault,
  type PaperAnswer,
} from '@cheyi/domain/rental/driver/paper-check'
import { insertAudit } from '../../kernel/audit.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { countToday } from '../../kernel/daily-use.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { answerColumns, heldAnswer } from './paper-columns.ts'
import { openFile, type PersonRow } from './person-file.ts'
import { requireHandled } from './reach.ts'
import * as store from './store-person.ts'

type Call = (typeof contract.driver)['checkIdentity' | 'checkLicence']
type Answer = OutputOf<Call>

/**
 * How each document is checked: the setting of the daily quota, the name under which checks are counted, and what the log
 * shows.
 */
const papers = {
  idCard: {
    daily: 'checkIdentityDaily',
    question: 'checkIdentity',
    said: (row: PersonRow, { result }: PaperAnswer) => ({ identityNo: row.identityNoMask, identityCheck: result }),
  },
  licence: {
    daily: 'checkLicenceDaily',
    question: 'checkLicence',
    said: (row: PersonRow, { result, states, classes }: PaperAnswer) => ({
      licenceNo: row.licenceNoMask,
      licenceCheck: result,
      licenceStates: states,
      licenceClasses: classes,
    }),
  },
} as const satisfies Record<CheckedPaper, unknown>

/**
 * Checks a customer's name and number with the register of a document. The request is sent after the commit, so that no
 * database connection is held while it waits. A register that does not respond is no error: staff compare the originals. A
 * document that already passed is not checked again.
 * @throws Refusal notFound (-4)
 */
export const checkOf =
  (paper: CheckedPaper) =>
  async ({ personId }: ParsedOf<Call>, ctx: Context): Promise<Answer> => {
    const row = await store.byId(ctx.db, personId)
    const person = requireFound(row?.erasedAt === null ? row : undefined)
    await requireHandled(ctx, personId)
    const file = openFile(ctx.vault, person)
    const { at: _, by: __, ...held } = heldAnswer(ctx.vault, paper, person, file)
    if (held.result === checkResult.same && checkFault(paper, held, file) === null)
      return { outcome: 'answered', ...held }
    const asked = await questionOf(paper, ctx, ctx, person)
    ctx.audit({ targetType: 'person', targetId: personId })
    if (typeof asked === 'string') return { outcome: asked, ...held }
    ctx.answerAfterCommit(async (): Promise<Answer> => {
      const answer = await asked()
      return answer === undefined ? { outcome: 'noAnswer', ...held } : { outcome: 'answered', ...answer }
    })
    return { outcome: 'noAnswer', ...held }
  }

/** Checks the documents of a customer who was just approved without a check; the response does not wait for it. */
export function checkAfterPass(
  ctx: Context,
  person: PersonRow,
  daily: Readonly<Record<(typeof papers)[CheckedPaper]['daily'], number>>,
): void {
  for (const paper of checkedPapers) {
    if (daily[papers[paper].daily] === 0) continue
    const { result } = heldAnswer(ctx.vault, paper, person, openFile(ctx.vault, person))
    if (result !== checkResult.unchecked) continue
    ctx.afterCommit(async () => {
      const asked = await ctx.asSystem((later) => questionOf(paper, ctx, later, person))
      if (typeof asked !== 'string') await asked()
    })
  }
}

/**
 * A request to a register: it is counted in the transaction of `now` and sent after it, on behalf of `who`. Without a
 * request, the reason.
 */
async function questionOf(
  paper: CheckedPaper,
  who: Context,
  now: Context,
  person: PersonRow,
): Promise<(() => Promise<PaperAnswer | undefined>) | 'spent' | 'notAsked'> {
  const { daily, question, said } = papers[paper]
  const most = (await settingsOf(now))[daily]
  const compare = now.outside().register.compares[paper]
  const file = openFile(now.vault, person)
  const number = askedNumber(paper, file)
  if (most === 0 || compare === undefined || number === null) return 'notAsked'
  if (!(await countToday(now, question, most))) return 'spent'
  return async () => {
    const answer = await compare(registeredName(file.name), number)
    if (answer === undefined) return undefined
    await who.asSystem(async (later) => {
      const columns = answerColumns(later.vault, paper, file, { ...answer, at: later.now, by: who.accountId })
      if ((await store.keepAnswer(later.db, person.id, columns)) === undefined) return
      insertAudit({ ...who, queue: later.queue }, `driver.${question}`, {
        targetType: 'person',
        targetId: person.id,
        after: { name: file.name, ...said(person, answer) },
      })
    })
    return answer
  }
}
