import { contract } from '@cheyi/contract/index'
import { source } from '@cheyi/domain/booking/order/codes'
import { stopReason } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { onlinePayWays, payWay } from '@cheyi/domain/money/payment/codes'
import { MAX_PAYMENT_FEN, payProfile } from '@cheyi/domain/platform/merchant/pay-setting'
import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import { Refusal } from '@cheyi/domain/refusal'
import { addDays, DAY, HOUR, localDate, startOfDate, weekday } from '@cheyi/domain/time'
import type { Logger } from 'pino'
import { at } from '../kernel/db/instant.ts'
import { asGate, asMerchant } from '../kernel/enter.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { asSystem } from '../kernel/make-context.ts'
import { providerNameOf } from '../kernel/pay-port.ts'
import { saveChannel } from '../money/payment/online/channels.ts'
import { awaitBill } from '../money/reconcile/actions.ts'
import { setInstallationFlag, setPartners } from '../platform/merchant/installation.ts'
import { createMerchant, createStaff, createUser } from '../platform/merchant/provision.ts'
import { hashPassword } from '../platform/session/password/password.ts'
import { keepAllCustomers } from '../rental/driver/actions.ts'
import { spend } from './bills/costs.ts'
import { passToll } from './bills/tolls.ts'
import { careFor } from './care.ts'
import { openChannels } from './channels.ts'
import { enterCompanies, inviteBookers } from './companies.ts'
import { drawFences } from './fences.ts'
import { demoModels } from './fleet.ts'
import { inspect } from './inspections.ts'
import { fileContracts } from './leases.ts'
import { type Customer, play, type Scene, sources } from './life.ts'
import { playLong } from './long.ts'
import { insertMaster } from './master.ts'
import { ownCars } from './money/assets.ts'
import { readStatements } from './money/bank.ts'
import { closeBooks, earnMonths } from './money/bookkeeping.ts'
import { earnCommissions } from './money/commissions.ts'
import { settleOwners } from './money/owners.ts'
import { oweBills } from './money/payables.ts'
import { receiveInvoices } from './money/tax.ts'
import { nameOf, personOf } from './people.ts'
import { type Actor, runOnStage, type Stage } from './perform.ts'
import { drawPictures, takePictures } from './pictures.ts'
import { type Life, lanes, livesAround } from './plan.ts'
import { diceOf } from './random.ts'
import { insure } from './rental/insurance.ts'
import { demoMerchants, OPERATOR, OWNER } from './seeded.ts'
import { goAlone } from './self-service.ts'
import { maintain, moveCars } from './tickets.ts'
import { serveSinceRegistered } from './vehicles.ts'
import { fine } from './violations.ts'

const CUSTOMERS = 220
/** Number of wishes that are tried before an order of the demo is given up. */
const WISHES = 12

type Progress = Pick<Logger, 'info'>

/**
 * Loads the demo: three merchants under one operator, the first with complete data and 600 orders in every status, dated around now and
 * made by the handlers of real calls. The same day gives the same data.
 */
export async function seedDemo(kernel: Kernel, progress: Progress): Promise<void> {
  const now = kernel.clock.now()
  const dice = diceOf(1)
  const passwordHash = await hashPassword(kernel.vaults.pepper, DEMO_PASSWORD)
  // Whoever is killed meanwhile leaves a demo that looks like one.
  const unfinished = (on: boolean) => asGate(kernel, ({ db }) => setInstallationFlag(db, 'demoUnfinished', on))
  await unfinished(true)
  await asGate(kernel, ({ db }) => setInstallationFlag(db, 'autoApproveMerchants', true))
  const operatorId = await createUser(kernel, { mobile: OPERATOR, passwordHash, operator: true })

  const staff = [
    ['owner', OWNER, '陈立群', 'B'],
    ['manager', '13800000002', '周敏', 'M'],
    ['clerk', '13800000003', '李晓东', 'C'],
    ['finance', '13800000004', '吴静', 'F'],
    ['fleet', '13800000005', '赵国栋', 'V'],
    ['service', '13800000006', '孙慧', 'S'],
    ['channel', '13800000007', '林佳宁', 'Q'],
  ] as const
  const main = await createMerchant(kernel, {
    name: demoMerchants[0],
    shortName: '驰行租车',
    contactName: '陈立群',
    cityCode: '310100',
    licenceNo: '91350100M000100Y43',
    status: 1,
  })
  // Staff of the partner may sign in at this merchant.
  await asGate(kernel, ({ db }) => setPartners(db, main.merchantId, ['wukong']))
  const actors: Record<string, Actor> = {}
  const users = [operatorId]
  let ownerId: string | null = null
  for (const [role, mobile, name, letter] of staff) {
    const { accountId, userId }: { accountId: string; userId: string } = await createStaff(kernel, main.merchantId, {
      mobile,
      passwordHash,
      parentId: ownerId,
      name,
      roleIds: [main.roles[letter]!],
      isDriver: role === 'fleet' || role === 'clerk',
      // Old enough for each of them to be the second person who approves an action of another.
      since: now - 400 * DAY,
    })
    ownerId ??= accountId
    users.push(userId)
    actors[role] = { accountId, name }
  }
  const others = [
    [demoMerchants[1], '13800000011', '330100'],
    [demoMerchants[2], '13800000021', '320100'],
  ] as const
  const merchants = [main.merchantId]
  for (const [name, mobile, cityCode] of others) {
    const { merchantId, roles } = await createMerchant(kernel, { name, status: 1, cityCode })
    const staff = { mobile, passwordHash, parentId: null, name: nameOf(dice), roleIds: [roles.B!] }
    const { userId } = await createStaff(kernel, merchantId, staff)
    users.push(userId)
    merchants.push(merchantId)
  }
  // What may be deleted when the demo is left, and nothing else. No server may write it.
  await asGate(kernel, ({ query }) =>
    query(`insert into installation_setting (name, value) values ('demoOf', $1)`, [
      JSON.stringify({ merchants, users }),
    ]),
  )
  await asGate(kernel, ({ db }) =>
    db
      .insertInto('operatorMerchant')
      .values(merchants.map((merchantId) => ({ userId: operatorId, merchantId })))
      .execute(),
  )

  const master = await asMerchant(kernel, main.merchantId, (tx) => insertMaster(tx, dice, now))
  for (const merchantId of merchants.slice(1)) await asMerchant(kernel, merchantId, (tx) => insertMaster(tx, dice, now))
  for (const merchantId of merchants) await payOnline(kernel, merchantId)
  const cast = {
    manager: actors.manager!,
    clerk: actors.clerk!,
    finance: actors.finance!,
    driver: actors.fleet!,
    channel: actors.channel!,
  }
  progress.info('演示数据：门店、车型、车辆与价格已就绪')

  const customers = await enterCustomers(kernel, main.merchantId, cast.manager, now)
  const companies = await runOnStage(kernel, main.merchantId, (stage) =>
    enterCompanies(stage, cast.manager, master, now),
  )
  const pictures = await runOnStage(kernel, main.merchantId, async (stage) =>
    drawPictures(await stage.context(cast.clerk, now)),
  )
  const ownChannels = [...new Set(sources)].filter((one) => one !== source.offline)
  await runOnStage(kernel, main.merchantId, async (stage) => {
    const manager = stage.as(cast.manager, now)
    await manager(contract.merchant.saveSetting, {
      settings: {
        ownChannels,
        checkIdentityDaily: 200,
        checkLicenceDaily: 200,
        queryViolationsDaily: 500,
        leaseFiling: true,
        drivingFacts: true,
      },
    })
    await manager(contract.merchant.savePay, {
      payProfile: payProfile.standard,
      payWays: demoWays,
      limits: { maxPayment: MAX_PAYMENT_FEN },
    })
  })
  const scene = { now, master, cast, customers, companies, pictures }
  const long = await playLong(kernel, main.merchantId, { ...scene, lane: 0 })
  const played = long + (await playAll(kernel, main.merchantId, scene))
  for (const act of [
    stopSales,
    careFor,
    maintain,
    fine,
    fileContracts,
    inspect,
    moveCars,
    goAlone,
    changePrices,
    workShifts,
    openChannels,
    inviteBookers,
    drawFences,
    listCustomers,
    spend,
    passToll,
    insure,
    earnMonths,
    settleOwners,
    earnCommissions,
    closeBooks,
    ownCars,
    oweBills,
    receiveInvoices,
    readStatements,
  ])
    await runOnStage(kernel, main.merchantId, (stage) => act(stage, scene))
  await asMerchant(kernel, main.merchantId, serveSinceRegistered)
  // Months were played in a moment, so only the notices of today remain unread.
  await kernel.pools.side.query('select purge_notices($1)', [at(now - 12 * HOUR)])
  await unfinished(false)
  progress.info(`演示数据：${played} 个订单已生成`)
}

/** The list of customers is complete at once; on a running server its figures follow the events. */
const listCustomers = async (stage: Stage, { now, cast }: Omit<Scene, 'lane'>): Promise<void> =>
  keepAllCustomers(await stage.context(cast.manager, now))

/** Tags of the first customers. */
const tagsShown: readonly string[] = ['老客户', '老客户', '企业员工', '介绍新客', '企业员工', '老客户']

/** Customers with verified documents, which a pickup requires. */
async function enterCustomers(kernel: Kernel, merchantId: string, actor: Actor, now: number): Promise<Customer[]> {
  const dice = diceOf(2)
  const people = Array.from({ length: CUSTOMERS }, () => personOf(dice))
  return runOnStage(kernel, merchantId, async (stage) => {
    const customers: Customer[] = []
    const act = stage.as(actor, now - 90 * DAY)
    for (const person of people) {
      const { personId } = await act(contract.driver.savePerson, {
        name: person.name,
        phone: person.phone,
        identityType: 1,
        identityNo: person.identityNo,
        identityExpire: addDays(localDate(now), dice.int(400, 3000)),
        licenceNo: person.identityNo,
        licenceClass: person.licenceClass,
        licenceFirstIssue: person.licenceFirstIssue,
        licenceExpire: addDays(localDate(now), dice.int(300, 2000)),
        birthday: person.birthday,
        consent: true,
      })
      await act(contract.driver.verifyPerson, { personId, pass: true, waiveReason: '已另存纸质复印件' })
      const tag = tagsShown[customers.length]
      if (tag !== undefined) await act(contract.driver.setTags, { personId, tags: [tag] })
      customers.push({ personId, name: person.name, phone: person.phone })
    }
    return customers
  })
}

/** Stops of sale: a campaign on a coming weekend, and a car for internal use. */
async function stopSales(stage: Stage, { now, master, cast }: Omit<Scene, 'lane'>): Promise<void> {
  const today = localDate(now)
  const friday = addDays(today, 9 + ((5 - weekday(today) + 7) % 7))
  const days = (first: string, count: number) => ({
    start: startOfDate(first),
    end: startOfDate(addDays(first, count)),
  })
  const stops = [
    {
      modelId: master.models[0]!,
      ...days(friday, 2),
      quantity: 1,
      reason: stopReason.campaign,
      remark: '周末活动预留',
    },
    { modelId: master.models[1]!, ...days(addDays(today, 20), 3), quantity: null, reason: stopReason.ownUse },
  ]
  const manager = stage.as(cast.manager, now)
  for (const stop of stops)
    await manager(contract.stock.stopSave, { storeId: master.stores.hongqiao, ...stop, confirm: true })
}

/** Price changes in progress: a channel with higher prices than the counter, and a weekend price from two weeks on. */
async function changePrices(stage: Stage, { now, master, cast }: Omit<Scene, 'lane'>): Promise<void> {
  const place = { storeId: master.stores.hongqiao, modelId: master.models[0]! }
  const { baseFen, weekendFen, holidayFen } = demoModels[0]!.price
  const changes = [
    {
      ...place,
      source: source.travel,
      basePrice: baseFen + 2000,
      weekendPrice: weekendFen + 2000,
      holidayPrice: holidayFen + 2000,
      tiers: [{ fromDays: 7, rateBp: 9000 }],
    },
    { ...place, weekendPrice: weekendFen + 1500, publishAt: startOfDate(addDays(localDate(now), 14)) },
  ]
  const manager = stage.as(cast.manager, now)
  for (const change of changes) await manager(contract.price.saveRule, change)
}

/** Cash beyond the float is taken to the bank; a clerk's shift of yesterday ended ten yuan short, and the manager's shift is open. */
async function workShifts(stage: Stage, { now, master, cast, pictures }: Omit<Scene, 'lane'>): Promise<void> {
  const opening = 50_000
  const storeId = master.stores.hongqiao
  const yesterday = startOfDate(localDate(now)) - DAY
  const cashAt = async (at: number) =>
    (await stage.as(cast.manager, at)(contract.cashShift.state, { storeId })).outside ?? 0
  const bank = yesterday + 7 * HOUR
  const amount = (await cashAt(bank)) - opening
  if (amount > 0) {
    const voucherIds = await takePictures(await stage.context(cast.manager, bank), pictures, 'voucher', ['paper'])
    await stage.as(cast.manager, bank)(contract.cashShift.handIn, { storeId, amount, voucherIds })
  }
  const { id } = await stage.as(cast.clerk, yesterday + 8 * HOUR)(contract.cashShift.open, {
    storeId,
    opening,
    reason: amount < 0 ? '备用金' : undefined,
  })
  const counts = [{ way: payWay.cash, expected: opening, counted: opening - 1000 }]
  await stage.as(cast.clerk, yesterday + 18 * HOUR)(contract.cashShift.close, { id, counts, reason: '找零差错' })
  await stage.as(cast.manager, now - 2 * HOUR)(contract.cashShift.open, {
    storeId,
    opening: await cashAt(now - 2 * HOUR),
  })
}

/** Plays the orders in the sequence of their pickups, so that odometers only rise; the lanes run in parallel. */
async function playAll(kernel: Kernel, merchantId: string, scene: Omit<Scene, 'lane'>): Promise<number> {
  const lives = livesAround(scene.now)
  const counts = await Promise.all(
    lanes.map(async (_, lane) => {
      let played = 0
      for (const life of lives)
        if (life.seed % lanes.length === lane && (await playOne(kernel, merchantId, { ...scene, lane }, life))) played++
      return played
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function playOne(kernel: Kernel, merchantId: string, scene: Scene, life: Life): Promise<boolean> {
  for (let attempt = 0; attempt < WISHES; attempt++) {
    try {
      await runOnStage(kernel, merchantId, (stage) => play(stage, scene, life, attempt))
      return true
    } catch (error) {
      // No car, no price, or too soon for a channel: another wish is tried, as a customer would.
      if (!(error instanceof Refusal)) throw error
      kernel.log.debug({ fate: life.fate, refusal: error.key, detail: error.detail }, 'demo wish refused')
    }
  }
  return false
}

/** Ways of payment of the merchant: its providers, cash, bank transfer and the card terminals of its stores. */
const demoWays = [...onlinePayWays, payWay.cash, payWay.bank, payWay.pos]

/** Sets up the simulated providers for payments to the merchant. */
async function payOnline(kernel: Kernel, merchantId: string): Promise<void> {
  const { simulator } = kernel.outside.pay
  if (simulator === undefined) return
  const vault = await kernel.vaults.merchant(merchantId)
  for (const way of onlinePayWays) {
    const account = await simulator.account(providerNameOf(way))
    const channel = contract.payment.saveChannel.input.parse({ ...account, payWay: way, enabled: true })
    await asSystem(kernel, { name: 'seed', merchantId, vault }, async (ctx) => {
      const { id } = await saveChannel(channel, ctx)
      await awaitBill(ctx, id, addDays(localDate(ctx.now), -1))
    })
  }
}
