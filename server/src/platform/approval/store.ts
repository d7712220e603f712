import { menuOf, type PermissionKey } from '@cheyi/domain/permission'
import { approvalState, awaitsDecision } from '@cheyi/domain/platform/account/codes'
import { givingKeys } from '@cheyi/domain/platform/role/rights'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { parameters } from '../../kernel/db/sql.ts'

export interface ApprovalRow {
  readonly id: string
  readonly kind: Columns['approval.kind']
  readonly call: string
  readonly keys: PermissionKey[]
  readonly storeIds: string[] | null
  readonly summary: string
  readonly requesterId: string
  readonly requesterName: string
  readonly deciderId: string | null
  readonly deciderName: string | null
  readonly note: string
  readonly state: Columns['approval.state']
  readonly readyAt: number | null
  readonly expireAt: number
  readonly usedAt: number | null
  readonly createdAt: number
  /** Whether the caller may decide it as the second person. */
  readonly second: boolean
  /** Names of at most three colleagues who may decide it now, those on duty first; empty once it is decided. */
  readonly approvers: string[]
}

/** SQL: the state, where an unused request past its end counts as expired. */
const STATE = `case when a.used_at is null and a.state <> ${approvalState.refused} and a.expire_at <= (select app_now()) then ${approvalState.expired} else a.state end`

/** SQL: a request `a` that nobody has decided and that has not expired. Its state alone is in the index that finds the few open requests. */
const UNDECIDED = `a.state = ${approvalState.waiting} and a.used_at is null and a.expire_at > (select app_now())`

const GIVERS = `array[${givingKeys.map((key) => menuOf(key).id).join(', ')}]`
/** SQL: accounts that may act as the second person of a request `a`; used for deciding it, and for whether any exists. */
const SECOND = `s.id from second_persons(a.menu_ids, a.requester_id, a.store_ids, ${GIVERS}) s (id) where s.id <> all (a.barred_ids)`

const SELECT = `select a.id, a.kind, a.call, a.keys, a.store_ids, a.summary, a.requester_id, a.decider_id, a.note, ${STATE} as state,
    a.ready_at, a.expire_at, a.used_at, a.created_at, coalesce($1 = any (x.ids), false) as second,
    array(select p.name from account p where p.id = any (x.ids) order by p.on_duty desc, p.id limit 3) as approvers, coalesce(r.name, '平台协助') as requester_name, d.name as decider_name
  from approval a left join lateral (select array(select ${SECOND}) as ids where ${STATE} = ${approvalState.waiting}) x on true
    left join account r on r.id = a.requester_id left join account d on d.id = a.decider_id`

/**
 * SQL: requests of the caller, and those under a key of the caller ($2) that concern a store visible to them ($3, null for all). A request
 * without stores concerns the whole merchant.
 */
const CONCERNS = `(a.requester_id = $1 or (a.keys && $2::text[] and ($3::bigint[] is null or a.store_ids && $3)))`

const viewer = ({ accountId, identity }: Context): unknown[] => [
  accountId,
  [...identity.keys],
  identity.scope === 'all' ? null : identity.storeIds,
]

export interface ApprovalAsk {
  readonly id?: string | undefined
  readonly state?: number | undefined
}

/** The conditions that were asked for, and no others. */
function filterOf(ctx: Context, { id, state }: ApprovalAsk) {
  const { values, bind } = parameters()
  for (const value of viewer(ctx)) bind(value)
  const conditions = [CONCERNS]
  if (id !== undefined) conditions.push(`a.id = ${bind(id)}::bigint`)
  if (state !== undefined) conditions.push(awaitsDecision(state) ? UNDECIDED : `${STATE} = ${bind(state)}::int`)
  return { values, bind, where: conditions.join(' and ') }
}

export function page(ctx: Context, ask: ApprovalAsk, before: string | null, limit: number) {
  const { values, bind, where } = filterOf(ctx, ask)
  const behind = before === null ? '' : `and a.id < ${bind(before)}::bigint`
  return ctx.query<ApprovalRow>(`${SELECT} where ${where} ${behind} order by a.id desc limit ${limit}`, values)
}

export function count(ctx: Context, ask: ApprovalAsk): Promise<number> {
  const { values, where } = filterOf(ctx, ask)
  return countRows(ctx, `approval a where ${where}`, values)
}

/** A request that is visible to the caller; locks it. */
export const lock = (ctx: Context, id: string): Promise<ApprovalRow | undefined> =>
  ctx.query.first<ApprovalRow>(`${SELECT} where ${CONCERNS} and a.id = $4 for update of a`, [...viewer(ctx), id])

export const decide = (ctx: Context, id: string, state: number, note: string, expireAt: number) =>
  ctx.query(
    `update approval set state = $2, note = $3, decider_id = actor(), decided_at = $4, expire_at = $5 where id = $1`,
    [id, state, note, at(ctx.now), at(expireAt)],
  )

/** The requester's newest open request of a kind for exactly this input. Locked, so that it is used only once. */
export const openRequest = (ctx: Context, kind: ApprovalRow['kind'], call: string, hash: Buffer) =>
  ctx.query.first<Pick<ApprovalRow, 'id' | 'state' | 'deciderId' | 'readyAt' | 'expireAt'>>(
    `select id, state, decider_id, ready_at, expire_at from approval
      where requester_id = actor() and call = $1 and input_hash = $2 and used_at is null and state <> ${approvalState.refused}
        and expire_at > (select app_now()) and kind = $3
      order by id desc limit 1 for update`,
    [call, hash, kind],
  )

export const use = (ctx: Context, id: string) =>
  ctx.query('update approval set used_at = $2 where id = $1', [id, at(ctx.now)])

/**
 * Whether any account may decide the caller's request now, or could until the caller took that right from it within the last 24 hours:
 * disabling all second persons must not allow the caller to approve alone.
 */
export async function hasSecondPerson(
  ctx: Context,
  menuIds: readonly number[],
  storeIds: readonly string[] | null,
  barredIds: readonly string[],
) {
  const [row] = await ctx.query<{ found: boolean }>(
    `select exists (select from second_persons($1::int[], actor(), $2::bigint[], ${GIVERS}) s (id)
       where s.id <> all ($3::bigint[]))
     or exists (select from rights_taken t where t.merchant_id = merchant() and t.taker_id = actor() and t.account_id <> actor()
       and t.at > (select app_now()) - interval '24 hours' and t.menu_ids && $1::int[]) as found`,
    [menuIds, storeIds, barredIds],
  )
  return row!.found
}

/** Whether the caller may decide a request of another account. */
export async function isSecond(
  ctx: Context,
  requesterId: string,
  menuIds: readonly number[],
  storeIds: readonly string[] | null,
): Promise<boolean> {
  const [row] = await ctx.query<{ found: boolean }>(
    `select actor() in (select second_persons($1::int[], $2::bigint, $3::bigint[], ${GIVERS})) as found`,
    [menuIds, requesterId, storeIds],
  )
  return row!.found
}

/** Names of the roles that allow another account to decide a request of `requesterId`. */
export async function rolesOfSeconds(
  ctx: Context,
  requesterId: string,
  menuIds: readonly number[],
  storeIds: readonly string[] | null,
): Promise<string[]> {
  const rows = await ctx.query<{ name: string }>(
    `select r.name from role r where r.deleted_at is null and r.menu_ids && $1::int[]
        and exists (select from second_persons($1::int[], $2::bigint, $3::bigint[], ${GIVERS}) s (id) join account a on a.id = s.id
          where r.id = any (a.role_ids)) order by r.id`,
    [menuIds, requesterId, storeIds],
  )
  return rows.map(({ name }) => name)
}

export async function insert(
  ctx: Context,
  request: {
    kind: string
    call: string
    keys: readonly string[]
    menuIds: readonly number[]
    storeIds: readonly string[] | null
    barredIds: readonly string[]
    hash: Buffer
    summary: string
    readyAt: number | null
    expireAt: number
  },
): Promise<string> {
  const [row] = await ctx.query<{ id: string }>(
    `insert into approval (kind, call, keys, store_ids, input_hash, summary, ready_at, expire_at, menu_ids, barred_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      request.kind,
      request.call,
      request.keys,
      request.storeIds,
      request.hash,
      request.summary,
      request.readyAt === null ? null : at(request.readyAt),
      at(request.expireAt),
      request.menuIds,
      request.barredIds,
    ],
  )
  return row!.id
}

/** Number of requests that the caller may decide. */
export const waiting = (ctx: Context): Promise<number> =>
  countRows(ctx, `approval a where ${UNDECIDED} and ${CONCERNS} and $1 in (select ${SECOND})`, viewer(ctx), 'all')
