import { claimState } from '@cheyi/domain/money/claim/codes'
import { supplementStatusOf } from '@cheyi/domain/money/supplement/supplement'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { ClaimRow } from '../claim/actions.ts'

/** A supplement with its claim, which says what it costs and how far it is paid. */
export type SupplementRow = Selectable<DB['supplement']> &
  Pick<ClaimRow, 'state' | 'passedFen' | 'refundedFen' | 'withdrawnFen' | 'credited' | 'metAt'> & {
    readonly payableFen: number
    readonly operatorName: string | null
  }

const SELECT = `select s.*, c.state, c.payable_fen, c.passed_fen, c.refunded_fen, c.withdrawn_fen, c.credited, c.met_at, a.name as operator_name
  from supplement s join claim c on c.id = s.id left join account a on a.id = s.created_by`

export const statusOf = ({ state }: Pick<SupplementRow, 'state'>) => supplementStatusOf(state)

export const byId = (ctx: Context, id: string) => ctx.query.first<SupplementRow>(`${SELECT} where s.id = $1`, [id])

/** The supplements of an order, newest first, with their operators. */
export const list = (ctx: Context, orderId: string) =>
  ctx.query<SupplementRow>(`${SELECT} where s.order_id = $1 order by s.id desc`, [orderId])

/** The supplements of an order that were not cancelled. */
export const standing = (ctx: Context, orderId: string) =>
  ctx.query<SupplementRow>(`${SELECT} where s.order_id = $1 and c.state <> ${claimState.ended} order by s.id`, [
    orderId,
  ])

export const insert = (db: Db, row: Insertable<DB['supplement']>) => db.insertInto('supplement').values(row).execute()
