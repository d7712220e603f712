import { contract } from '@cheyi/contract/index'
import { menuOf } from '@cheyi/domain/permission'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, localDate } from '@cheyi/domain/time'
import { TEST_NOW, type TestApp } from '../../app.ts'
import { at } from '../../at.ts'
import { uploadPhotos } from '../../upload.ts'
import { book, giveBack, pickUp } from '../bookings.ts'
import {
  handOut,
  payDeposits,
  payRent,
  pictures,
  prepare,
  renter,
  saveRecord,
  signPaper,
  storedReturn,
} from '../handover.ts'
import { bookLong, handOutLong, saveLongPrices } from '../long.ts'
import { sampleChannel } from '../online.ts'
import { makeWorld, type World } from '../world.ts'
import { makeAssets } from './assets.ts'
import { makeBank } from './bank.ts'
import { makeChannels } from './channels.ts'
import { makeCommissions } from './commissions.ts'
import { companies } from './companies.ts'
import { makeCosts } from './costs.ts'
import { makeDamage } from './damage.ts'
import {
  makeCertificate,
  makeOwnPapers,
  makePaper,
  makePayLink,
  makeScan,
  makeSelf,
  makeStamp,
  stampPicture,
} from './links.ts'
import { makePayables } from './payables.ts'
import { accounts, anotherSession, invited, named, prefixed } from './people.ts'
import { makePrices } from './prices.ts'
import { makeSwapPhotos } from './swap.ts'
import { makeTax } from './tax.ts'
import { makeTickets } from './tickets.ts'
import { makeTolls } from './tolls.ts'
import { makeTrial, makeTrials } from './trial.ts'
import { makeViolations } from './violations.ts'

/*
 * A merchant at work: something of everything that a call can be about, made by the calls, each under its own name. Two
 * scenes hold the same things under the same names.
 */

export interface Scene {
  readonly w: World
  /** Every id that a call may be given, by what it is. */
  readonly ids: Readonly<Record<string, string>>
  /** The contract with the provider of payments, as it was saved. */
  readonly channel: Awaited<ReturnType<typeof sampleChannel>>
  /** What the quote came to, fen. */
  readonly quotedTotal: number
  /** What the long rental that is out comes to when the merchant ends it tomorrow, fen. */
  readonly endedTomorrow: number
}

/** When the scene plays: orders lie on both sides of it. */
export const SCENE_NOW = Date.parse('2026-11-24T09:00:00+08:00')

export async function makeScene(t: TestApp, name: string): Promise<Scene> {
  t.clock.set(at('11-20T10:00'))
  const w = await makeWorld(t, { name, cars: 16 })
  const token = w.tokens.owner
  const people = {
    renter: await renter(t, w, { consent: true }),
    codriver: await renter(t, w, { name: '陈一鸣', consent: true, faceConsent: true }),
    asking: await renter(t, w, { name: '林问', consent: true }),
    leaving: await renter(t, w, { name: '何远' }),
  }
  const booked = async (form: object = {}, trip: object = {}) => {
    const stay = { pickupAt: at('11-24T10:00'), returnAt: at('11-26T10:00') }
    const order = await book(t, w, { trip: { ...stay, ...trip }, form: { renterId: people.renter, ...form } })
    return order.orderId
  }
  const delivery = { pickupType: 2, pickupAddress: '世纪大道1号', pickupLng: 121.34, pickupLat: 31.2 }

  const cars = w.vehicles.lavida
  const orders = {
    detail: await booked({ vehicleId: cars[1]!.id }),
    draft: await booked({ submit: false }),
    waiting: await booked({ autoConfirm: false }),
    confirmed: await booked(),
    arranged: await booked({ vehicleId: cars[2]!.id }),
    toCancel: await booked(),
    toPay: await booked(),
    delivered: await booked({}, delivery),
    ready: await booked({ vehicleId: cars[3]!.id }),
    swapped: await booked({ vehicleId: cars[4]!.id }),
    back: await booked({ vehicleId: cars[5]!.id }, { pickupAt: at('11-21T10:00'), returnAt: at('11-22T10:00') }),
    cancelling: await booked(),
    selfPickup: await booked({ vehicleId: cars[6]!.id }),
    selfWaiting: await booked({ vehicleId: cars[7]!.id }),
    selfToTake: await booked({}, { modelId: w.models.qin }),
    ofPlatform: await booked({}, { modelId: w.models.qin }),
  }
  await saveLongPrices(t, w, w.models.gl8)
  const long = await bookLong(t, w, {
    trip: { modelId: w.models.gl8 },
    form: { renterId: people.renter, payerName: '长租单位' },
  })
  const plan = await t.call(contract.instalment.list, { orderId: long.orderId }, { token })
  await payRent(t, w, orders.cancelling, 53500)
  await t.call(
    contract.order.cancel,
    { orderId: orders.cancelling, reason: 1, responsibility: 2, expectPenalty: 0 },
    { token },
  )

  // One that came back, with a charge that its deposit may pay.
  await payDeposits(t, w, orders.back)
  t.clock.set(at('11-21T10:00'))
  await pickUp(t, w, orders.back)
  t.clock.set(at('11-22T10:00'))
  await t.call(
    contract.expense.saveAll,
    { orderId: orders.back, type: handoverType.return, items: [{ code: 5, amount: 3000 }] },
    { token },
  )
  await giveBack(t, w, orders.back)

  const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
  const out = await handOut(t, w, { trip })
  t.clock.set(TEST_NOW)
  const returning = await handOut(t, w, {
    trip: { ...trip, returnAt: SCENE_NOW },
    form: { vehicleId: cars[15]!.id },
  })

  t.clock.set(SCENE_NOW)
  await payRent(t, w, orders.ready, 53500)
  await payDeposits(t, w, orders.ready)
  await prepare(t, w, orders.ready)
  await payRent(t, w, orders.swapped, 53500)
  await payDeposits(t, w, orders.swapped)
  const swappedRecord = await prepare(t, w, orders.swapped)
  await t.call(
    contract.pickupReturn.confirm,
    { orderId: orders.swapped, type: handoverType.pickup, actualAt: SCENE_NOW, expectAmount: 0 },
    { token },
  )
  const longOut = await handOutLong(t, w, {
    trip: { modelId: w.models.gl8, pickupAt: at('11-24T10:00') },
    form: { renterId: people.renter, vehicleId: w.vehicles.gl8[1]!.id },
    deposits: 700_000,
  })
  const ending = await t.call(
    contract.instalment.terminatePreview,
    { orderId: longOut, endOn: localDate(SCENE_NOW + DAY), merchantCause: true },
    { token },
  )
  const longEnded = await handOutLong(t, w, {
    trip: { modelId: w.models.gl8, pickupAt: at('11-24T10:00') },
    form: { renterId: people.renter, vehicleId: w.vehicles.gl8[2]!.id },
    deposits: 700_000,
  })
  const end = { orderId: longEnded, endOn: localDate(SCENE_NOW + 3 * DAY), merchantCause: true }
  const { owed: expectAmount } = await t.call(contract.instalment.terminatePreview, end, { token })
  await t.call(contract.instalment.terminate, { ...end, expectAmount, reason: '客户换车' }, { token })
  const draftRecord = await saveRecord(t, w, orders.arranged, handoverType.pickup, { draft: true })
  const selfRecord = await saveRecord(t, w, orders.selfWaiting, handoverType.pickup)
  const lastRecord = await saveRecord(t, w, returning.orderId, handoverType.return, {
    mileageKm: 10_100,
    fuelEighths: 8,
    at: SCENE_NOW,
  })
  await signPaper(t, w, returning.orderId, handoverType.return, lastRecord.record.recordId)
  const returnRecord = await saveRecord(t, w, out.orderId, handoverType.return, { draft: true, mileageKm: 10_100 })
  await signPaper(t, w, orders.back, handoverType.return, await storedReturn(t, w, orders.back, cars[5]!.id))
  for (const name of ['arranged', 'ready'] as const)
    await t.call(
      contract.expense.saveAll,
      { orderId: orders[name], type: handoverType.pickup, items: [{ code: 9, amount: 500 }] },
      { token },
    )
  await t.call(contract.order.saveRemark, { orderId: orders.detail, content: '航班延误' }, { token })

  const quoted = await t.call(
    contract.quote.quote,
    { storeId: w.stores.hongqiao, modelId: w.models.gl8, pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') },
    { token },
  )
  const change = await t.call(
    contract.quote.quote,
    {
      orderId: orders.detail,
      storeId: w.stores.hongqiao,
      modelId: w.models.lavida,
      // On dates that it had: prices that others save meanwhile do not change it.
      pickupAt: at('11-24T11:00'),
      returnAt: at('11-26T10:00'),
    },
    { token },
  )
  const renewal = async (orderId: string, newReturnAt: number) =>
    (await t.call(contract.renewal.price, { orderId, newReturnAt }, { token })).quoteId
  const renewed = async (newReturnAt: number, more: object = {}) =>
    t.call(
      contract.renewal.create,
      { orderId: out.orderId, quoteId: await renewal(out.orderId, newReturnAt), ...more },
      { token },
    )
  // The first one's paper is made, the second one is taken back.
  const { renewalId: kept } = await renewed(at('11-25T11:00'), { payWay: 3 })
  const { renewalId } = await renewed(at('11-25T12:00'))
  const prices = await makePrices(t, w)
  const [owner, clerk] = await accounts(t, w)
  await t.call(contract.driver.arrange, { orderId: orders.delivered, type: 0, accountId: clerk! }, { token })
  const media = async (biz: Parameters<typeof uploadPhotos>[1]) => (await uploadPhotos(t, biz, 1, token))[0]!
  const one = async (sql: string, values: unknown[]) => (await t.root.query(sql, values)).rows[0].id as string
  const goodwill = async (amount: number) =>
    (
      await t.call(
        contract.reimbursement.save,
        { orderId: orders.back, kind: 3, reasonCode: 9, items: [{ name: '补偿', amount }], payMode: 3 },
        { token },
      )
    ).id
  const invoiced = async (amount: number) =>
    (
      await t.call(
        contract.invoice.save,
        { title: '云途科技有限公司', orders: [{ orderId: orders.ready, amount }] },
        { token },
      )
    ).id
  const invoiceIssued = await invoiced(30)
  await t.call(
    contract.invoice.issue,
    { id: invoiceIssued, number: '26317000000012345670', issuedOn: '2026-11-19' },
    { token },
  )
  const [photo] = await pictures(t, w, handoverType.pickup)
  const garage = w.vehicles.qin
  const { documentId } = await t.call(
    contract.inventory.saveDocument,
    { vehicleId: garage[3]!.id, kind: 6, no: '通行证' },
    { token },
  )
  const stop = await t.call(
    contract.stock.stopSave,
    {
      storeId: w.stores.hongqiao,
      modelId: w.models.lavida,
      start: at('12-24T00:00'),
      end: at('12-25T00:00'),
      quantity: 1,
      reason: 1,
    },
    { token },
  )
  const job = await one(
    `insert into job (merchant_id, kind, account_id, state, finished_at) values ($1, 'sample', $2, 2, now()) returning id`,
    [w.merchantId, owner],
  )
  const channel = await sampleChannel(t)
  const payChannel = (await t.call(contract.payment.saveChannel, channel, { token })).id
  const bill = await one(
    `insert into pay_bill (merchant_id, channel_id, day, state) values ($1, $2, '2026-11-18', 3) returning id`,
    [w.merchantId, payChannel],
  )
  return {
    w,
    channel,
    quotedTotal: quoted.total,
    endedTomorrow: ending.owed,
    ids: {
      ...prefixed('order', {
        ...orders,
        long: long.orderId,
        longOut,
        longEnded,
        out: out.orderId,
        returning: returning.orderId,
      }),
      ...prefixed('instalment', { first: plan.rows[0]!.id, second: plan.rows[1]!.id }),
      ...prefixed('person', people),
      ...prefixed('store', w.stores),
      ...prefixed('model', w.models),
      merchant: w.merchantId,
      ownerAccount: owner!,
      ...(await makePayables(t, w, media)),
      ...(await makeCommissions(t, w, { accountId: owner!, orderId: out.orderId })),
      driver: clerk!,
      ...(await named(t, 'account', w.merchantId, {
        manager: '测试manager',
        finance: '测试finance',
        fleet: '测试fleet',
        service: '测试service',
      })),
      ...(await named(t, 'role', w.merchantId, { service: '客服', clerk: '店员', finance: '财务', fleet: '车管' })),
      approval: await one(
        `insert into approval (merchant_id, kind, call, keys, menu_ids, input_hash, summary, requester_id, expire_at)
         values ($1, 'deduction', 'deposit.deduct', '{deposit.deduct}', $3, '', '押金扣款', $2, '2030-01-01') returning id`,
        [w.merchantId, clerk, [menuOf('deposit.deduct').id]],
      ),
      referral: await one(
        `insert into referral (merchant_id, subject, subject_id, act, store_id, return_store_id, told_ids, created_by)
         select merchant_id, 'order', id, 'order.discount', store_id, return_store_id, '{}', $2 from "order" where merchant_id = $1
         order by id limit 1 returning id`,
        [w.merchantId, clerk],
      ),
      ...(await makeChannels(t, w, { owner: owner!, orderId: out.orderId, soldId: orders.ofPlatform })),
      'account.invited': await invited(t, w),
      personRequest: (await t.call(contract.driver.requestPrivacy, { personId: people.asking, kind: 2 }, { token }))
        .requestId,
      'role.unused': (await t.call(contract.role.save, { name: '没人用' }, { token })).roleId,
      session: await anotherSession(t, clerk!),
      quote: quoted.quoteId,
      changeQuote: change.quoteId,
      renewal: renewalId,
      renewalQuote: await renewal(orders.swapped, at('11-30T10:00')),
      job,
      table: await one(
        `update media set biz = 'import', kind = 'table', path = path || '.csv' where id = $1 returning id`,
        [await media('vehicle')],
      ),
      trial: await makeTrial(t, w, owner!, 'vehicleCheck', { overwrite: false }),
      ...(await makeTrials(t, w, owner!, 'violation', 'policy', 'toll', 'order', 'cost')),
      ...(await makeCosts(t, w, garage[1]!.id, media)),
      ...{ ...(await makeTax(t, w, owner!)), ...(await makeAssets(t, w, owner!)) },
      ...(await makeBank(t, w, { orderId: orders.toPay, ownerId: owner! })),
      stop: stop.id,
      ...(await makeSelf(t, w, {
        open: orders.selfPickup,
        waiting: orders.selfWaiting,
        toTake: orders.selfToTake,
        back: out.orderId,
        recordId: selfRecord.record.recordId,
      })),
      ...(await companies(t, w)),
      ...(await makeTickets(t, w, media, SCENE_NOW)),
      ...(await makeViolations(t, w, { orderId: out.orderId, plate: cars[0]!.plate, from: trip.pickupAt }, media)),
      ...(await makeTolls(t, w, cars[0]!.plate, trip.pickupAt)),
      vehicleToEdit: garage[1]!.id,
      vehicleToWithdraw: garage[2]!.id,
      vehicleWithPapers: garage[3]!.id,
      vehicleDocument: documentId,
      vehiclePhoto: await media('vehicle'),
      documentPhoto: await media('vehicle'),
      ...prices,
      vehicle: cars[12]!.id,
      vehicleToSwap: cars[11]!.id,
      vehicleToBook: w.vehicles.gl8[0]!.id,
      vehicleOfOut: cars[0]!.id,
      vehicleOfBack: cars[5]!.id,
      recordOfPickup: swappedRecord.recordId,
      recordOfArranged: draftRecord.record.recordId,
      recordOfReturn: returnRecord.record.recordId,
      notice: await one(
        `insert into notification (merchant_id, account_id, type, title, ref) values ($1, $2, 1, '新订单', 'x') returning id`,
        [w.merchantId, owner],
      ),
      deposit: await one('select id from deposit where order_id = $1 and kind = 1', [orders.back]),
      driverTask: await one('select id from driver_task where order_id = $1', [orders.delivered]),
      rentalToPay: await one('select id from deposit where order_id = $1 and kind = 1', [orders.delivered]),
      payToken: await makePayLink(t, w, orders.toPay),
      depositToPay: await one('select id from deposit where order_id = $1 and kind = 2', [orders.toPay]),
      payChannel,
      bill,
      billToCome: await one(
        `insert into pay_bill (merchant_id, channel_id, day, ask_at) values ($1, $2, '2026-11-19', '2026-11-20') returning id`,
        [w.merchantId, payChannel],
      ),
      billDifference: await one(
        `insert into bill_difference (merchant_id, bill_id, kind, line_kind, out_no, provider_no, theirs_fen, fee_fen)
         values ($1, $2, 1, 1, 'X1', '42', 100, 1) returning id`,
        [w.merchantId, bill],
      ),
      payment: await one(`select id from payment where order_id = $1 and direction = 'in' limit 1`, [orders.ready]),
      paymentToCheck: await one(
        `insert into payment (merchant_id, order_id, ref_type, pay_kind, pay_mode, pay_way, amount_fen, direction, status, out_trade_no, wrong_fen)
         values ($1, $2, 'order', 1, 1, 1, 100, 'in', 4, 'P-sample', 99) returning id`,
        [w.merchantId, orders.toPay],
      ),
      expense: await one('select id from expense_item where order_id = $1', [orders.back]),
      expenseOfArranged: await one('select id from expense_item where order_id = $1', [orders.arranged]),
      pickupPhoto: photo!.mediaId,
      markPhoto: await media('pickup'),
      pickupExtra: await media('pickup'),
      shift: (
        await t.call(
          contract.cashShift.open,
          { storeId: w.stores.hongqiao, opening: 0, reason: '从空钱箱开始' },
          { token: w.tokens.clerk },
        )
      ).id,
      handMade: await one(
        `with h as (insert into cash_hand_in (merchant_id, store_id, amount_fen, created_by) values ($1, $2, 100, 0) returning id),
           t as (insert into ledger_txn (merchant_id, journal, idem_key, posted_on, account_id)
             select $1, 23, 'J23:' || id, '2026-11-20', 0 from h returning id),
           e as (insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, store_id, pay_way, flow_kind, moved_on)
             select $1, t.id, l.account, l.debit, l.credit, $2, l.way, 13, '2026-11-20' from t,
               (values ('bank', 100, 0, 4), ('cash_on_hand', 0, 100, 3)) as l (account, debit, credit, way))
         select id from t`,
        [w.merchantId, w.stores.hongqiao],
      ),
      cardMoney: await one(
        `with t as (insert into ledger_txn (merchant_id, journal, idem_key, posted_on, account_id)
             values ($1, 23, 'J23:scene', '2026-11-20', 0) returning id),
           e as (insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, store_id, pay_way, flow_kind, moved_on)
             select $1, t.id, l.account, l.debit, l.credit, $2, l.way, 16, '2026-11-20' from t,
               (values ('pos_clearing', 1000, 0, 5), ('bank', 0, 1000, 4)) as l (account, debit, credit, way))
         select id from t`,
        [w.merchantId, w.stores.hongqiao],
      ),
      arrivalVoucher: await media('voucher'),
      handInVoucher: await media('voucher'),
      writeOffVoucher: await media('voucher'),
      receiptPhoto: await media('expense'),
      payoutVoucher: await media('voucher'),
      reimbursementToPay: await goodwill(1_000),
      // Made by the clerk, so that whoever tries the calls is another.
      reimbursement: await one('update reimbursement set created_by = $2, status = 0 where id = $1 returning id', [
        await goodwill(1_000),
        clerk,
      ]),
      supplementPaid: (
        await t.call(
          contract.supplement.save,
          { orderId: out.orderId, reasonCode: 3, amount: 500, payMode: 2, payWay: 3 },
          { token },
        )
      ).id,
      supplementPhoto: await media('expense'),
      supplementVoucher: await media('voucher'),
      instalmentVoucher: await media('voucher'),
      renewalVoucher: await media('voucher'),
      supplement: (
        await t.call(
          contract.supplement.save,
          { orderId: orders.back, reasonCode: 4, amount: 1_000, payMode: 1 },
          { token },
        )
      ).id,
      ...(await makeDamage(t, w, orders.back, media)),
      ...(await makeSwapPhotos(media)),
      returnPhoto: await media('return'),
      returnMarkPhoto: await media('return'),
      returnSignature: await media('signature'),
      pickupVoucher: await media('voucher'),
      handBackVoucher: await media('voucher'),
      remarkPhoto: await media('remark'),
      expensePhoto: await media('expense'),
      depositPhoto: await media('deposit'),
      depositVoucher: await media('voucher'),
      releaseVoucher: await media('voucher'),
      lostVoucher: await media('voucher'),
      refundVoucher: await media('voucher'),
      rentVoucher: await media('voucher'),
      invoice: await invoiced(10),
      invoiceToWithdraw: await invoiced(20),
      invoiceIssued,
      invoiceFile: await media('voucher'),
      redFile: await media('voucher'),
      receiptVoucher: await media('voucher'),
      receipt: (
        await t.call(
          contract.payment.receiptSave,
          { payer: '云途科技', payWay: 4, amount: 100, orders: [{ orderId: orders.toPay, amount: 100 }] },
          { token },
        )
      ).id,
      paper: await media('agreement'),
      ...(await makePaper(t, w, out.orderId)),
      ...(await makeScan(t, w, out.orderId)),
      certificate: await makeCertificate(t, w),
      stamp: await makeStamp(t, w),
      stampPicture: await stampPicture(t, w),
      ...(await makeOwnPapers(t, orders.back, () => media('agreement'))),
      renewalAgreement: await one('select id from agreement where renewal_id = $1', [kept]),
      identity: await media('person'),
      identityBack: await media('person'),
      licence: await media('person'),
      licenceBack: await media('person'),
      facePhoto: await media('person'),
      face: await media('person'),
      signature: await media('signature'),
      deliveryFee: await one(`select id from fee_config where store_id = $1 and kind = 'delivery'`, [
        w.stores.hongqiao,
      ]),
      storePhoto: await media('store'),
      modelImage: await media('model'),
      logo: await media('merchant'),
      businessLicence: await media('merchant'),
    },
  }
}
