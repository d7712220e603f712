import { contract } from '@cheyi/contract/index'
import { agreementProblem, termsText } from '@cheyi/domain/insight/owner/agreement'
import { payDayOf } from '@cheyi/domain/insight/owner/statement'
import { maskPhone } from '@cheyi/domain/mask'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { ownershipHeldBy } from '../../fleet/inventory/actions.ts'
import { type Context, implement, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { mediaViews } from '../../platform/media/actions.ts'
import { countWhole } from '../../rental/driver/actions.ts'
import { settleable } from '../data/actions.ts'
import { answer, door, enter, link, otp, own, revokeLink } from './own.ts'
import { ACCOUNT } from './payable.ts'
import { confirm, correctionAdd, correctionRemove, make, pay, send, withdraw } from './steps.ts'
import * as store from './store.ts'
import { agreementView, fullStatements, statementView } from './view.ts'
import { exportMonth, paper } from './work.ts'
import './bank-parties.ts'
import './waiting.ts'

const PHONE = 'car_owner.phone'
const IDENTITY = 'car_owner.identity'
const SHOWN = 24
const FAR = '9999-12-31'

/** The last digits of a number. */
const tailOf = (number: string): string => `****${number.slice(-4)}`

interface Secrets {
  readonly phone?: string | undefined
  readonly identityNo?: string | undefined
  readonly bankAccount?: string | undefined
}

/** The sealed columns of the numbers that were entered. */
const sealSecrets = (ctx: Context, id: string, { phone, identityNo, bankAccount }: Secrets) => ({
  ...(phone !== undefined && { phoneEnc: ctx.vault.seal(PHONE, id, phone), phoneMask: maskPhone(phone) }),
  ...(identityNo !== undefined && {
    identityEnc: ctx.vault.seal(IDENTITY, id, identityNo),
    identityMask: tailOf(identityNo),
  }),
  ...(bankAccount !== undefined && {
    accountEnc: ctx.vault.seal(ACCOUNT, id, bankAccount),
    accountMask: tailOf(bankAccount),
  }),
})

/** A car with an agreement that has not ended stays its owner's. */
ownershipHeldBy(async (ctx, vehicleId) => {
  const [agreed] = await ctx.elevated(() => store.agreements(ctx, { vehicleId, from: localDate(ctx.now), to: FAR }))
  return agreed === undefined ? null : `该车与${agreed.ownerName}的协议还没有结束，请先结束协议`
})

export const owner = implement(contract.owner, {
  async page({ keyword = '', ...ask }, ctx) {
    const [after = null] = cursorKeys(ask, 'id') ?? []
    const { rows, nextCursor } = buildPage(await store.page(ctx, keyword, after, pageSize(ask) + 1), ask, ({ id }) => [
      id,
    ])
    const list = rows.map(({ id, phoneMask, ...row }) => ({ ...row, ownerId: id, phone: phoneMask }))
    return { list, nextCursor, ...totalOf(null) }
  },

  async detail({ ownerId }, ctx) {
    const [row, agreements, statements, linkUntil] = await Promise.all([
      store.byId(ctx, ownerId),
      store.agreements(ctx, { ownerId }),
      store.statementsOf(ctx, ownerId, SHOWN),
      store.linkUntil(ctx, ownerId),
    ])
    const { kind, name, phoneMask, identityMask, bank, accountMask, note, version } = requireFound(row)
    return {
      ownerId,
      kind,
      name,
      phone: phoneMask,
      identityNo: identityMask,
      bank,
      bankAccount: accountMask,
      note,
      version,
      agreements: agreements.map(agreementView),
      statements: statements.map(statementView),
      linkUntil,
    }
  },

  async create({ phone, identityNo, bankAccount, ...file }, ctx) {
    const id = await newId(ctx)
    const secret = sealSecrets(ctx, id, { phone, identityNo, bankAccount })
    await store.insert(ctx, { id, ...file, ...secret, phoneEnc: secret.phoneEnc!, phoneMask: secret.phoneMask! })
    ctx.audit({ targetType: 'carOwner', targetId: id, after: { name: file.name } })
    return { ownerId: id }
  },

  /** A new phone number ends the links that were sent to the old one. @throws Refusal stale (-5), notFound (-4) */
  async edit({ ownerId, version, phone, identityNo, bankAccount, ...file }, ctx) {
    const before = requireFound(await store.lock(ctx, ownerId))
    requireVersion(version, before.version)
    const saved = store.update(ctx, before, {
      ...file,
      ...sealSecrets(ctx, ownerId, { phone, identityNo, bankAccount }),
    })
    if (phone !== undefined) await revokeLink({ ownerId }, ctx)
    ctx.audit({
      targetType: 'carOwner',
      targetId: ownerId,
      before: { name: before.name, bank: before.bank },
      after: { name: saved.name, bank: saved.bank },
    })
    return { version: saved.version }
  },

  /** @throws Refusal proofNeeded (1007), notFound (-4) */
  async reveal({ ownerId }, ctx) {
    const { phoneEnc, identityEnc, accountEnc } = requireFound(await store.byId(ctx, ownerId))
    ctx.audit({ targetType: 'carOwner', targetId: ownerId })
    await countWhole(ctx, `carOwner/${ownerId}`)
    const open = (column: string, bytes: Buffer | null) =>
      bytes === null ? '' : ctx.vault.open(column, ownerId, bytes)
    return {
      phone: open(PHONE, phoneEnc),
      identityNo: open(IDENTITY, identityEnc),
      bankAccount: open(ACCOUNT, accountEnc),
    }
  },

  /** @throws Refusal notFound (-4), badInput (-2) for terms that lack something, or days of another agreement of the car */
  async agree({ ownerId, vehicleId, from, to, rent, fee, ...terms }, ctx) {
    const { name } = requireFound(await store.lock(ctx, ownerId))
    const car = await store.lockCar(ctx, vehicleId)
    if (car === undefined) throw new Refusal('notFound', { field: 'vehicleId' })
    const facts = { ...terms, rentFen: rent, feeFen: fee }
    const problem = agreementProblem({ ...facts, from, to: to ?? null, ownership: car.ownership })
    if (problem !== null) throw badInput(problem.field, problem.message)
    const [other] = await store.agreements(ctx, { vehicleId, from, to: to ?? FAR })
    if (other !== undefined)
      throw badInput(
        'from',
        `该车 ${other.fromOn} 至${other.toOn ?? '今后'} 已与${other.ownerName}有协议，请先结束或另选日期`,
      )
    const id = await newId(ctx)
    await store.insertAgreement(ctx, { ...facts, id, ownerId, vehicleId, fromOn: from, toOn: to ?? null })
    ctx.audit({
      targetType: 'carOwner',
      targetId: ownerId,
      after: {
        name,
        plate: car.plate,
        agreedFrom: from,
        agreedTo: to ?? null,
        terms: termsText(facts),
      },
    })
    return { agreementId: id }
  },

  /** @throws Refusal notFound (-4), stale (-5), badInput (-2) for a day before it begins, after its end, or that was settled */
  async agreementEnd({ agreementId, version, to }, ctx) {
    const row = requireFound(await store.lockAgreement(ctx, agreementId))
    requireVersion(version, row.version)
    if (to < row.fromOn) throw badInput('to', '最后一天不能早于开始日期')
    if (row.toOn !== null && to > row.toOn) throw badInput('to', `协议到 ${row.toOn} 已结束`)
    const settled = await store.settledUntil(ctx, agreementId)
    if (settled !== null && to < settled) throw badInput('to', `${settled} 及以前已经结算，请选之后的日期`)
    await store.endAgreement(ctx, row, to)
    ctx.audit({
      targetType: 'carOwner',
      targetId: row.ownerId,
      before: { agreedTo: row.toOn },
      after: { agreedTo: to },
    })
    return { version: version + 1 }
  },

  /** @throws Refusal notFound (-4) for a vehicle of another store */
  async ofCar({ vehicleId }, ctx) {
    const car = requireFound(await store.car(ctx, vehicleId))
    const today = localDate(ctx.now)
    const [agreed] = await ctx.elevated(() => store.agreements(ctx, { vehicleId, from: today, to: today }))
    return {
      ownership: car.ownership as never,
      agreement:
        agreed === undefined
          ? null
          : {
              ownerId: agreed.ownerId,
              ownerName: agreed.ownerName,
              from: agreed.fromOn,
              to: agreed.toOn,
              terms: termsText(agreed),
            },
    }
  },

  async statements({ month: asked, state, ownerId, ...ask }, ctx) {
    const filter = { month: asked && `${asked.slice(0, 7)}-01`, state, ownerId }
    const [all, count, known] = await Promise.all([
      store.statements(ctx, filter, cursorKeys(ask, 'int', 'id'), pageSize(ask) + 1),
      isFirstPage(ask) ? store.countStatements(ctx, filter) : null,
      settleable(ctx),
    ])
    const { rows, nextCursor } = buildPage(all, ask, ({ dayNo, id }) => [dayNo, id])
    const list = rows.map((row) => ({
      ...statementView(row),
      ownerId: row.ownerId,
      ownerName: row.ownerName,
      cars: row.cars,
      payBy: payDayOf(row.month, row.payDay),
    }))
    return { list, nextCursor, ...totalOf(count), ...known }
  },

  async statement({ statementId }, ctx) {
    const row = requireFound(await store.statement(ctx, statementId))
    const [[full], person, views] = await Promise.all([
      fullStatements(ctx, [row]),
      store.byId(ctx, row.ownerId),
      mediaViews(ctx, [...row.signedIds, ...row.voucherIds]),
    ])
    const shown = (ids: readonly string[]) => ids.flatMap((id) => views.get(id) ?? [])
    return {
      ...full!,
      ...pick(row, 'ownerId', 'bookedOn', 'payWay', 'slipNo', 'version'),
      ownerName: requireFound(person).name,
      signed: shown(row.signedIds),
      vouchers: shown(row.voucherIds),
    }
  },

  make,
  send,
  withdraw,
  correctionAdd,
  correctionRemove,
  confirm,
  pay,
  exportMonth,
  paper,
  link,
  revokeLink,
  door,
  otp,
  enter,
  own,
  answer,
})
