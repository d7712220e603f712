import { contract } from '@cheyi/contract/index'
import { orderStatus, settleStatus } from '@cheyi/domain/booking/order/codes'
import { insuranceStatus } from '@cheyi/domain/rental/insurance/codes'
import { addDays, DAY, localDate } from '@cheyi/domain/time'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { asGate } from '../../../kernel/enter.ts'
import { readTables } from '../../../outside/table/tables.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { publishLegalText } from '../../../platform/session/legal.ts'
import { TEST_NOW } from '../../../testing/app.ts'
import { runMerchants } from '../../../testing/jobs.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { renter } from '../../../testing/world/handover.ts'
import { clerk, other, owner, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { insertOrder } from '../../../testing/world/orders.ts'

const { driver } = contract

sharedMerchant({ other: true })
beforeAll(async () => {})
beforeEach(() => t.clock.set(TEST_NOW))

const row = async (id: string) => (await t.root.query('select * from person where id = $1', [id])).rows[0]
const privacy = (personId: string) => t.call(driver.privacy, { personId }, clerk())
const photo = async () => (await uploadPhotos(t, 'person', 1, w.tokens.owner))[0]!
const stateOf = async (id: string) => (await t.root.query('select state from media where id = $1', [id])).rows[0].state
/** An order that is over and paid, as long ago as said. */
const over = (renterId: string, more: object = {}) =>
  insertOrder(t, w, {
    status: orderStatus.returned,
    settleStatus: settleStatus.settled,
    renterId,
    contactName: '周明轩',
    actualReturnAt: t.clock.now(),
    settledAt: t.clock.now(),
    pickupAddress: '世纪大道1号',
    pickupLng: 121.5,
    pickupLat: 31.2,
    ...more,
  })

describe('consent', () => {
  it('is asked for pictures of papers and of the face by themselves, and kept with its text, time and way', async () => {
    const [front, face] = [await photo(), await photo()]
    const personId = await renter(t, w, {}, false)
    const form = { personId, name: '周明轩', identityType: 1 as const, imgFront: front, facePhoto: face }
    expect(await t.send(driver.savePerson, { ...form, consent: true }, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'faceConsent' },
    })
    expect(await t.send(driver.savePerson, { ...form, faceConsent: true }, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'consent' },
    })
    await t.call(driver.savePerson, { ...form, consent: true, faceConsent: true }, owner())
    const { consents } = await privacy(personId)
    expect(consents.map(({ kind }) => kind).sort()).toEqual([1, 2])
    expect(consents[0]).toMatchObject({ textVersion: '1.0', at: TEST_NOW, way: 1, withdrawnAt: null })
    expect(consents.find(({ kind }) => kind === 2)!.text).toBe('客户同意拍摄人脸，仅用于核验本人')
  })

  it('is in the words of its day: an operator’s new text holds from its day on, and what was agreed to stays', async () => {
    const before = await renter(t, w, { facePhoto: await photo(), faceConsent: true }, false)
    const effectiveOn = addDays(localDate(TEST_NOW), 7)
    const said = '客户同意拍摄人脸，仅用于核验本人，三十日后删除'
    const publish = (file: string) =>
      asGate(t.commands, ({ db }) =>
        publishLegalText(
          db,
          { type: 'face', file, version: '1.1', effectiveOn },
          { name: '王晴', note: '期限', now: TEST_NOW },
        ),
      )
    for (const wrong of [
      `# 人脸拍摄同意\n\n${said}\n\n又一段`,
      `# 人脸拍摄同意\n\n我同意`,
      `# 人脸拍摄同意\n\n${said}\n\n## 一、期限\n\n三十日`,
    ])
      await expect(publish(wrong)).rejects.toThrow('同意书只有一段正文')
    await publish(`# 人脸拍摄同意\n\n${said}\n`)
    const inForce = async () => (await t.call(contract.session.legal, { type: 'face' }, {})).preamble[0]!.text
    expect(await inForce()).not.toBe(said)
    t.clock.set(TEST_NOW + 7 * DAY)
    expect(await inForce()).toBe(said)
    const after = await renter(t, w, { facePhoto: await photo(), faceConsent: true }, false)
    expect((await privacy(before)).consents).toMatchObject([
      { textVersion: '1.0', text: '客户同意拍摄人脸，仅用于核验本人' },
    ])
    expect((await privacy(after)).consents).toMatchObject([{ textVersion: '1.1', text: said }])
    await t.root.query('delete from legal_text')
  })

  it('withdrawn: the pictures go, and none is taken until it is given anew', async () => {
    const [front, face] = [await photo(), await photo()]
    const both = { consent: true, faceConsent: true }
    const personId = await renter(t, w, { imgFront: front, facePhoto: face, ...both }, false)
    const file = (await t.root.query('select path from media where id = $1', [front])).rows[0].path
    expect(await t.call(driver.withdrawConsent, { personId, kind: 1, way: 2 }, clerk())).toEqual({ pictures: 'gone' })
    expect(await row(personId)).toMatchObject({ imgFrontId: null, facePhotoId: face })
    expect(await stateOf(front)).toBe(4)
    // Bytes go after the commit.
    await t.kernel.afterwards.idle()
    await expect(t.kernel.media.read(file)).rejects.toThrow('ENOENT')
    expect((await privacy(personId)).consents.find(({ kind }) => kind === 1)).toMatchObject({
      withdrawnAt: TEST_NOW,
      withdrawnWay: 2,
    })
    const again = { personId, name: '周明轩', identityType: 1 as const, imgFront: await photo() }
    expect(await t.send(driver.savePerson, again, owner())).toMatchObject({ data: { field: 'consent' } })
    expect(await t.send(driver.withdrawConsent, { personId, kind: 1, way: 1 }, clerk())).toMatchObject({
      errorCode: -2,
    })
    await t.call(driver.savePerson, { ...again, consent: true }, owner())
    expect((await privacy(personId)).consents.filter(({ kind }) => kind === 1)).toHaveLength(2)
  })

  it('withdrawn while a rental runs: the papers are kept for it, and go the night after it is over', async () => {
    const front = await photo()
    const personId = await renter(t, w, { imgFront: front, consent: true })
    const orderId = await insertOrder(t, w, { status: orderStatus.pickedUp, codriverIds: [personId] })
    expect(await t.call(driver.withdrawConsent, { personId, kind: 1, way: 1 }, clerk())).toEqual({ pictures: 'later' })
    await runMerchants(t, 'retention')
    expect(await row(personId)).toMatchObject({ imgFrontId: front })
    await t.root.query(`update "order" set status = 6, settle_status = 2, settled_at = $2 where id = $1`, [
      orderId,
      new Date(t.clock.now()),
    ])
    await runMerchants(t, 'retention')
    expect(await row(personId)).toMatchObject({ imgFrontId: null })
    expect(await stateOf(front)).toBe(4)
  })
})

describe('deletion on request', () => {
  it.each([
    ['未完成订单1个', { status: orderStatus.confirmed }],
    ['欠款订单1个', { status: orderStatus.returned, owedFen: 100 }],
    ['押金未退订单1个', { status: orderStatus.cancelled, heldDepositFen: 5 }],
    ['未结清订单1个', { status: orderStatus.returned }],
  ])('waits for %s', async (words, columns) => {
    const personId = await renter(t, w)
    await insertOrder(t, w, { renterId: personId, ...columns })
    expect(await t.send(driver.erasePerson, { personId, reason: '客户要求' }, clerk())).toMatchObject({
      errorCode: 1020,
      message: `存在未完结业务，暂不能删除：${words}`,
    })
    expect((await privacy(personId)).open).toBe(words)
    expect(await row(personId)).toMatchObject({ name: '周明轩', erasedAt: null })
  })

  it('waits for the insurer of an accident of their rental, which asks for their papers', async () => {
    const personId = await renter(t, w)
    const orderId = await over(personId)
    await t.root.query(
      `insert into insurance_case (merchant_id, status, vehicle_id, order_id, store_id, occur_at)
       values ($1, $2, $3, $4, $5, date_trunc('minute', now()))`,
      [w.merchantId, insuranceStatus.occurred, w.vehicles.qin[0]!.id, orderId, w.stores.hongqiao],
    )
    expect((await privacy(personId)).open).toBe('保险案件未结订单1个')
    expect(await t.send(driver.erasePerson, { personId, reason: '客户要求' }, clerk())).toMatchObject({
      errorCode: 1020,
    })
    t.clock.set(TEST_NOW + 4 * 366 * DAY)
    const due = async () =>
      (await t.root.query('select person_id from person_over where person_id = $1', [personId])).rows
    expect(await due()).toEqual([])
    await t.root.query('update insurance_case set status = $2 where order_id = $1', [orderId, insuranceStatus.closed])
    expect(await due()).toHaveLength(1)
    expect((await privacy(personId)).open).toBe('')
  })

  it('takes name, phone, numbers, pictures and contacts, keeps the orders, and says what the law keeps until when', async () => {
    const front = await photo()
    const personId = await renter(t, w, { imgFront: front, consent: true })
    const orderId = await over(personId)
    const { requestId } = await t.call(driver.requestPrivacy, { personId, kind: 3 }, clerk())
    const { kept } = await t.call(driver.erasePerson, { personId, reason: '客户书面要求' }, clerk())
    expect(kept.map(({ what }) => what)).toEqual(['交接、车损与费用照片', '操作日志'])
    expect(kept[0]!.until).toBe(TEST_NOW + 3 * 366 * DAY)
    expect(await row(personId)).toMatchObject({
      name: '已删除客户',
      phoneMask: '',
      phoneTail4: '',
      identityNoEnc: null,
      identityNoHash: null,
      licenceNoEnc: null,
      birthday: null,
      imgFrontId: null,
      verifyStatus: 0,
    })
    expect(await stateOf(front)).toBe(4)
    const { rows } = await t.root.query('select * from "order" where id = $1', [orderId])
    expect(rows[0]).toMatchObject({
      contactName: '已删除客户',
      contactPhoneEnc: null,
      contactPhoneHash: null,
      contactPhoneMask: '',
      pickupAddress: '',
      pickupLng: null,
      renterId: personId,
    })
    expect((await privacy(personId)).requests).toMatchObject([{ requestId, status: 1, answer: '客户书面要求' }])
    expect(await t.call(driver.searchPeople, { keyword: '已删除客户' }, clerk())).toEqual([])
    // Nothing more is entered into it, and nobody books by it.
    expect(await t.send(driver.blacklistPerson, { personId, on: true, reason: '无' }, clerk())).toMatchObject({
      errorCode: -4,
    })
    const log = await t.root.query(`select after from audit where action = 'driver.erasePerson' and target_id = $1`, [
      personId,
    ])
    expect(log.rows).toEqual([{ after: { erased: true, reason: '客户书面要求' } }])
  })

  it('of who is blacklisted keeps the fingerprint of the document, so that they are still refused', async () => {
    const personId = await renter(t, w)
    const { identityNo } = await t.call(driver.revealPerson, { personId }, clerk())
    await t.call(driver.blacklistPerson, { personId, on: true, reason: '骗租' }, clerk())
    await t.call(driver.erasePerson, { personId, reason: '客户要求' }, clerk())
    expect(await row(personId)).toMatchObject({ blacklist: true, blacklistReason: '', name: '已删除客户' })
    const form = { name: '周明轩', phone: '18621070937', identityType: 1 as const, identityNo }
    expect(await t.send(driver.savePerson, form, clerk())).toMatchObject({ errorCode: 1102, data: { personId } })
  })

  it('is no other merchant’s, nor of who may not enter papers', async () => {
    const personId = await renter(t, w)
    const ask = { personId, reason: '客户要求' }
    expect(await t.send(driver.erasePerson, ask, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await t.send(driver.erasePerson, ask, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
  })
})

describe('a request', () => {
  it('is due in 15 days, told to who may do it, and told again when its day comes near', async () => {
    const personId = await renter(t, w)
    const asked = await t.call(driver.requestPrivacy, { personId, kind: 2, note: '手机号已换' }, clerk())
    expect(asked.dueAt).toBe(TEST_NOW + 15 * DAY)
    expect(await t.send(driver.requestPrivacy, { personId, kind: 2 }, clerk())).toMatchObject({ errorCode: -2 })
    const told = async () =>
      (
        await t.root.query(`select count(*)::int as n from notification where starts_with(ref, $1)`, [
          `personRequest/${asked.requestId}/`,
        ])
      ).rows[0].n
    const first = await told()
    expect(first).toBeGreaterThan(0)
    await runMerchants(t, 'personRequests')
    expect(await told()).toBe(first)
    t.clock.set(TEST_NOW + 11 * DAY)
    await runMerchants(t, 'personRequests')
    expect(await told()).toBeGreaterThan(first)
    const answer = { requestId: asked.requestId, done: false, answer: '未能核实本人' }
    expect(await t.call(driver.answerPrivacy, answer, clerk())).toEqual({ status: 2 })
    expect(await t.send(driver.answerPrivacy, answer, clerk())).toMatchObject({ errorCode: -2 })
  })

  it('stands on the list of all customers, what is due first before the others, and among the to-dos', async () => {
    const counted = async (token: string) =>
      (await t.call(contract.todo.counts, {}, { token })).find(({ code }) => code === 'personRequest')?.count ?? 0
    const before = await counted(w.tokens.clerk)
    const [late, soon] = [await renter(t, w, { name: '后到期' }), await renter(t, w, { name: '先到期' })]
    const enter = (personId: string, kind: 1 | 2) => t.call(driver.requestPrivacy, { personId, kind }, clerk())
    const first = await enter(soon, 1)
    t.clock.set(TEST_NOW + DAY)
    const second = await enter(late, 1)
    const third = await enter(soon, 2)
    const list = async (ask: object) => t.call(driver.requests, ask, clerk())
    const ids = async (ask: object) => (await list(ask)).list.map(({ requestId }) => requestId)
    expect(await counted(w.tokens.clerk)).toBe(before + 3)
    expect(await counted(other.tokens.owner)).toBe(0)
    const mine = [first, second, third].map(({ requestId }) => requestId)
    expect((await ids({ status: 0 })).filter((id) => mine.includes(id))).toEqual(mine)

    await t.call(driver.answerPrivacy, { requestId: first.requestId, done: true, answer: '已交付' }, clerk())
    expect(await counted(w.tokens.clerk)).toBe(before + 2)
    const all = await ids({})
    expect(all.slice(-1)).not.toEqual([second.requestId])
    expect(all.indexOf(first.requestId)).toBeGreaterThan(all.indexOf(third.requestId))
    expect(await ids({ status: 0, kind: 1 })).not.toContain(third.requestId)
    // Page by page it is the same list.
    const paged: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await list({ pageSize: 1, cursor })
      paged.push(...page.list.map(({ requestId }) => requestId))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(paged).toEqual(all)
  })

  it('for a copy ends in a workbook with whole numbers, logged, for a day', async () => {
    const personId = await renter(t, w, { imgFront: await photo(), consent: true })
    const { identityNo, phone } = await t.call(driver.revealPerson, { personId }, clerk())
    const { jobId } = await t.call(driver.exportPerson, { personId }, clerk())
    await workOff(t.jobs, bulk)
    const job = await t.call(contract.job.detail, { jobId }, clerk())
    expect(job).toMatchObject({ state: 2 })
    const { rows } = await t.root.query('select file_path, file_until from job where id = $1', [jobId])
    expect(rows[0].fileUntil.getTime()).toBe(TEST_NOW + DAY)
    const table = JSON.stringify(await readTables(await t.kernel.media.read(rows[0].filePath), '.xlsx', 1000))
    for (const one of [identityNo, phone, '周明轩', '人像面', '留存证件照片']) expect(table).toContain(one)
  })
})
