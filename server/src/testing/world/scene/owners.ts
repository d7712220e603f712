import { contract } from '@cheyi/contract/index'
import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { hashToken } from '../../../kernel/identity.ts'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'
import { passOfScene } from './links.ts'

/** Of a scene: owners of managed cars with a statement of the running month in each state, and the link of one. */
export async function makeOwners(
  t: TestApp,
  w: World,
  media: (biz: 'voucher') => Promise<string>,
): Promise<Record<string, string>> {
  const by = { token: w.tokens.owner }
  const { owner } = contract
  const cars = w.vehicles.lavida.map(({ id }) => id).slice(8, 15)
  await t.root.query('update vehicle set ownership = $2 where id = any ($1::bigint[])', [
    cars,
    ownerships.code.cooperation,
  ])
  const ids: Record<string, string> = { ownerCar: cars[6]! }
  const s = ownerStatementState
  const states = { toSend: s.draft, toWithdraw: s.sent, toConfirm: s.sent, toPay: s.confirmed, toAnswer: s.sent }
  for (const [at, [name, state]] of Object.entries(states).entries()) {
    const file = { kind: 1, name: `车主${at}`, phone: `1376120000${at}` } as const
    const { ownerId } = await t.call(owner.create, file, by)
    const terms = { kind: 1, from: '2026-10-01', shareBp: 6_000 } as const
    const { agreementId } = await t.call(owner.agree, { ownerId, vehicleId: cars[at]!, ...terms }, by)
    const { rows } = await t.root.query(
      `with s as (insert into owner_statement (merchant_id, owner_id, month, state, owner_fen, created_by)
           values ($1, $2, '2026-11-01', ${s.draft}, 77777707, 0) returning *),
         c as (insert into owner_statement_car (merchant_id, statement_id, agreement_id, from_on, to_on, rent_fen, service_fen, other_fen,
             fixed_fen, fee_fen, costs, owner_fen)
           select merchant_id, id, $3, '2026-11-01', '2026-11-30', 100, 0, 0, 0, 0, '[]', 77777707 from s)
       select id from s`,
      [w.merchantId, ownerId, agreementId],
    )
    const statement = rows[0].id as string
    await t.root.query('update owner_statement set state = $2 where id = $1', [statement, state])
    ids[`owner.${name}`] = ownerId
    ids[`ownerStatement.${name}`] = statement
    ids[`ownerAgreement.${name}`] = agreementId
  }
  // Drafts of the next month, in which a correction is added, and removed.
  for (const [name, of, corrections] of [
    ['toCorrect', 'toPay', []],
    ['toRemove', 'toConfirm', [{ words: '补上月少算租金', fen: 77_777_709 }]],
  ] as const) {
    const { rows } = await t.root.query(
      `insert into owner_statement (merchant_id, owner_id, month, state, corrections, correction_fen, created_by)
        values ($1, $2, '2026-12-01', ${s.draft}, $3, $4, 0) returning id`,
      [w.merchantId, ids[`owner.${of}`], JSON.stringify(corrections), corrections[0]?.fen ?? 0],
    )
    ids[`ownerStatement.${name}`] = rows[0].id
  }
  const { url } = await t.call(owner.link, { ownerId: ids['owner.toAnswer']!, way: 2 }, by)
  await t.root.query(
    `update link_token set expire_at = '2100-01-01', pass_hash = $2, pass_until = '2100-01-01' where owner_id = $1`,
    [ids['owner.toAnswer'], hashToken(passOfScene(w))],
  )
  return {
    ...ids,
    ownerLink: new URL(url).searchParams.get('t')!,
    ownerSigned: await media('voucher'),
    ownerVoucher: await media('voucher'),
  }
}
