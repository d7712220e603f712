import { formatDay } from '@cheyi/domain/near'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput } from '@cheyi/domain/refusal'
import { isRequestOpen, requestDueAt, requestKinds, requestStatus } from '@cheyi/domain/rental/driver/request'
import { DAY, localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../../kernel/context.ts'
import { listAnswer } from '../../../kernel/list-answer.ts'
import { screen } from '../../../kernel/screen.ts'
import { notify } from '../../../platform/notify/actions.ts'
import { isCountedBySql } from '../../../platform/todo/actions.ts'
import { requireHandled } from '../reach.ts'
import * as people from '../store-person.ts'
import * as store from './store.ts'

/** The privacy requests of all customers. */
export const requests: HandlerOf<'driver', 'requests'> = async (input, ctx) =>
  listAnswer(input, {
    rows: store.requestPage(ctx.db, input),
    count: () => store.requestCount(ctx.db, input),
    keys: ({ status, dueAt, requestId }) => [isRequestOpen(status) ? 0 : 1, dueAt, requestId],
    view: (row) => ({ ...row, createdBy: row.createdBy ?? '' }),
  })

/** From this time before the deadline, accounts that may enter documents are reminded every day. */
const REMIND_BEFORE = 5 * DAY

/** Records a privacy request of a customer; it is due in 15 days. */
export const requestPrivacy: HandlerOf<'driver', 'requestPrivacy'> = async ({ personId, kind, note }, ctx) => {
  const person = requireFound(await people.byId(ctx.db, personId))
  if (person.erasedAt !== null) throw badInput('personId', '该客户的个人信息已删除')
  await requireHandled(ctx, personId)
  const dueAt = requestDueAt(ctx.now)
  const row = await store.enterRequest(ctx.db, { personId, kind, note: note ?? '', dueAt })
  if (row === undefined) throw badInput('kind', '该客户已有同样的请求待处理')
  ctx.audit({ targetType: 'person', targetId: personId, after: { request: requestKinds.text(kind) } })
  tell(ctx, { id: row.id, personId, name: person.name, kind, dueAt })
  return { requestId: row.id, dueAt }
}

/** Closes a request with an answer: fulfilled by hand, or not fulfilled with the reason. */
export const answerPrivacy: HandlerOf<'driver', 'answerPrivacy'> = async ({ requestId, done, answer }, ctx) => {
  const request = requireFound(await store.lockRequest(ctx.db, requestId))
  if (!isRequestOpen(request.status)) throw badInput('requestId', '该请求已答复')
  const status = done ? requestStatus.done : requestStatus.refused
  await store.answerRequest(ctx, requestId, { status, answer })
  ctx.audit({
    targetType: 'person',
    targetId: request.personId,
    after: { request: requestKinds.text(request.kind), done, answer },
  })
  return { status }
}

/** Reminds staff every day of the requests that are due soon. */
export async function remindOfRequests(ctx: Context): Promise<void> {
  for (const request of await store.dueRequests(ctx.query, ctx.now + REMIND_BEFORE)) tell(ctx, request)
}

type Told = Awaited<ReturnType<typeof store.dueRequests>>[number]

const tell = (ctx: Context, { id, personId, name, kind, dueAt }: Told): void =>
  notify(ctx, {
    type: notifyType.approval,
    level: dueAt < ctx.now ? notifyLevel.important : notifyLevel.normal,
    // Once a day.
    ref: `personRequest/${id}/${localDate(ctx.now)}`,
    once: true,
    title: `客户请求：${requestKinds.text(kind)}`,
    body: `${name}，请在 ${formatDay(dueAt, ctx.now)} 前办理并答复`,
    link: screen('person.privacy', { personId }),
    to: { key: 'person.edit' },
  })

isCountedBySql<number>(
  'personRequest',
  `select to_json(count(*)) from person_request where status = ${requestStatus.open}`,
  (count) => [{ name: '客户请求', count, link: screen('person.requests', { status: requestStatus.open }) }],
  { rare: true },
)
