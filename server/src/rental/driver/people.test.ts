import { contract } from '@cheyi/contract/index'
import { nameKey } from '@cheyi/domain/alike'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { describe, expect, it } from 'vitest'
import { uploadPhotos } from '../../testing/upload.ts'
import { book } from '../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder } from '../../testing/world/orders.ts'

const { driver } = contract

sharedMerchant({ other: true })

let serial = 0
/** An ID number that nobody else has. */
function idNumber(): string {
  const digits = `310104199001${String(10 + (serial % 19))}${String(++serial).padStart(3, '0')}`
  return digits + idCheckSign(digits)
}

const entry = (more: object = {}) => ({
  name: '张三',
  phone: '18621070937',
  identityType: 1 as const,
  identityNo: idNumber(),
  licenceNo: '310104199001010011',
  licenceClass: 'c1',
  licenceFirstIssue: '2015-03-01',
  licenceExpire: '2030-03-01',
  identityExpire: '2035-01-01',
  address: '上海市徐汇区',
  ...more,
})

const send = (input: object, token = w.tokens.clerk, key?: string) => t.send(driver.savePerson, input, { token, key })
async function save(more: object = {}): Promise<{ personId: string; version: number; verifyStatus: number }> {
  const envelope = await send(entry(more))
  expect(envelope).toMatchObject({ success: true })
  return envelope.data as never
}
const detail = (personId: string) => t.call(driver.personDetail, { personId }, { token: w.tokens.clerk })
const search = (keyword: string, token = w.tokens.service) => t.call(driver.searchPeople, { keyword }, { token })
const row = async (id: string) => (await t.root.query('select * from person where id = $1', [id])).rows[0]

describe('a saved customer', () => {
  it('is shown masked everywhere, and stands in the database without a clear number', async () => {
    const identityNo = idNumber()
    const { personId, version, verifyStatus } = await save({ name: '王小明', identityNo, phone: '18621070001' })
    expect({ version, verifyStatus }).toEqual({ version: 1, verifyStatus: 0 })

    const answers = [await detail(personId), await search('18621070001')]
    const text = JSON.stringify(answers)
    for (const secret of [identityNo, '18621070001', '310104199001010011']) expect(text).not.toContain(secret)
    expect(answers[0]).toMatchObject({
      name: '王小明',
      phone: '186****0001',
      identityNo: `310104********${identityNo.slice(-4)}`,
      licenceNo: '310104********0011',
      licenceClass: 'C1',
      birthday: `${identityNo.slice(6, 10)}-${identityNo.slice(10, 12)}-${identityNo.slice(12, 14)}`,
      gender: Number(identityNo[16]) % 2 === 1 ? 1 : 2,
      orders: [],
      documents: [],
      orderCount: 0,
    })

    const stored = await row(personId)
    const columns = JSON.stringify(stored, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    for (const secret of [identityNo, '18621070001', '310104199001010011']) expect(columns).not.toContain(secret)
    const { rows } = await t.root.query(
      `select before, after from audit where action = 'driver.savePerson' and target_id = $1`,
      [personId],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(identityNo)
    const kept = await t.root.query('select answer from idempotency where merchant_id = $1', [w.merchantId])
    for (const { answer } of kept.rows) expect(answer.toString('latin1')).not.toContain(identityNo)
  })

  it('gives the whole numbers to who may see them, and says so in the log', async () => {
    const identityNo = idNumber()
    const { personId } = await save({ identityNo, phone: '18621070002' })
    expect(await t.call(driver.revealPerson, { personId }, { token: w.tokens.clerk })).toEqual({
      phone: '18621070002',
      identityNo,
      licenceNo: '310104199001010011',
    })
    const { rows } = await t.root.query(
      `select name, target_type from audit where action = 'driver.revealPerson' and target_id = $1`,
      [personId],
    )
    expect(rows).toEqual([{ name: '测试clerk', targetType: 'person' }])
    expect(await t.send(driver.revealPerson, { personId }, { token: w.tokens.service })).toMatchObject({
      errorCode: -3,
    })
    expect(await t.send(driver.revealPerson, { personId }, { token: other.tokens.owner })).toMatchObject({
      errorCode: -4,
    })
  })

  it('is found by phone, its end, document and name, but not by another merchant', async () => {
    const identityNo = idNumber()
    const { personId } = await save({ name: '欧阳若兰', identityNo, phone: '18621079988' })
    for (const keyword of [
      '18621079988',
      '186 2107 9988',
      '9988',
      identityNo,
      identityNo.toLowerCase(),
      '欧阳',
      '欧阳若兰',
    ]) {
      const people = await search(keyword)
      expect(people.map((person) => person.personId)).toContain(personId)
    }
    for (const keyword of ['18621079987', '若兰', '186210', idNumber()]) expect(await search(keyword)).toEqual([])
    expect(await search('欧阳', other.tokens.owner)).toEqual([])
    expect(await t.send(driver.searchPeople, { keyword: '欧' }, { token: w.tokens.clerk })).toMatchObject({
      errorCode: -2,
      data: { field: 'keyword' },
    })
    expect(await t.send(driver.searchPeople, { keyword: '欧阳' }, { token: w.tokens.finance })).toMatchObject({
      errorCode: -3,
    })
  })

  it('has a name as long as passports print, and is one person however the dot in it is typed', async () => {
    const long = 'JOHN FITZGERALD KENNEDY JUNIOR III OF MASSACHUSETTS'
    const { personId } = await save({ name: long })
    expect(await search(long)).toMatchObject([{ personId, name: long }])
    const [identityNo, phone] = [idNumber(), '18621070777']
    const dotted = await save({ name: '迪丽热巴·迪力木拉提', identityNo, phone })
    const ids = async (form: object) =>
      (await search((await book(t, w, { form })) && '迪丽热巴')).map((one) => one.personId)
    const contact = { contactPhone: phone, contactName: '迪丽热巴•迪力木拉提' }
    expect(await ids(contact)).toEqual([dotted.personId])
    expect(await ids({ ...contact, person: entry({ name: '迪丽热巴．迪力木拉提', identityNo, phone }) })).toEqual([
      dotted.personId,
    ])
  })

  it('has one key of a name in the program and in the database', async () => {
    const signs = Array.from({ length: 0x10000 - 1 }, (_, at) => String.fromCodePoint(at + 1)).filter((sign) =>
      sign.isWellFormed(),
    )
    const { rows } = await t.root.query<{ key: string }>(
      'select name_key(s) as key from unnest($1::text[]) with ordinality o (s, n) order by n',
      [signs],
    )
    expect(signs.filter((sign, at) => nameKey(sign) !== rows[at]!.key)).toEqual([])
  })

  it('is searched in one query, the latest first, rentals counted without those that came to nothing', async () => {
    const older = await save({ name: '司马懿' })
    const newer = await save({ name: '司马光' })
    for (const status of [orderStatus.returned, orderStatus.confirmed, orderStatus.cancelled, orderStatus.notSubmitted])
      await insertOrder(t, w, { status, renterId: older.personId })
    t.calls.length = 0
    const people = await search('司马')
    expect(t.calls.at(-1)!.queries).toBe(1)
    expect(people.map((person) => [person.personId, person.orderCount])).toEqual([
      [newer.personId, 0],
      [older.personId, 2],
    ])
    const { orders } = await detail(older.personId)
    expect(orders.map((order) => order.status)).toEqual([8, 3, 6])
    expect(orders[0]).toMatchObject({ modelName: '大众朗逸' })
  })
})

describe('what is entered', () => {
  it.each([
    [{ identityNo: '310104199001010012' }, 1101, 'identityNo'],
    [{ identityType: 2, identityNo: '12' }, -2, 'identityNo'],
    [{ identityType: 3, identityNo: 'X12345678' }, 1101, 'identityNo'],
    [{ phone: '12345' }, -2, 'phone'],
    [{ phone: '' }, -2, 'phone'],
    [{ name: '张' }, -2, 'name'],
    [{ identityExpire: '2026-11-19' }, -2, 'identityExpire'],
    [{ licenceExpire: '2026-11-19' }, -2, 'licenceExpire'],
    [{ licenceClass: '??' }, -2, 'licenceClass'],
    [{ licenceFirstIssue: '2027-01-01' }, -2, 'licenceFirstIssue'],
    [{ identityNo: '' }, -2, 'identityNo'],
    [{ personId: '999999999' }, -4, undefined],
    [{ imgFront: '999999999', consent: true }, -4, undefined],
  ])('%o is refused with %s', async (wrong, errorCode, field) => {
    const envelope = await send(entry(wrong))
    expect(envelope).toMatchObject({ success: false, errorCode })
    if (field !== undefined) expect(envelope.data).toMatchObject({ field })
  })

  it('may be the document of one customer only, told who has it', async () => {
    const identityNo = idNumber()
    const { personId } = await save({ identityNo })
    expect(await send(entry({ identityNo, name: '李四' }))).toMatchObject({ errorCode: 1102, data: { personId } })
    const second = await save()
    expect(await send(entry({ personId: second.personId, identityNo }))).toMatchObject({
      errorCode: 1102,
      data: { personId },
    })
    // Another merchant knows nothing of it.
    expect(await send(entry({ identityNo }), other.tokens.owner)).toMatchObject({ success: true })
    // Entered by two at once it still is one customer.
    const shared = idNumber()
    const both = await Promise.all([1, 2, 3].map(() => send(entry({ identityNo: shared }))))
    expect(both.map((envelope) => envelope.errorCode).sort()).toEqual([0, 1102, 1102])
  })

  it('keeps the numbers that the form leaves out, and knows when it is behind', async () => {
    const identityNo = idNumber()
    const { personId } = await save({ identityNo, phone: '18621070005', name: '陈旧', licenceExpire: '2026-11-20' })
    const { phone: _, identityNo: __, licenceNo: ___, ...form } = entry({ personId, name: '陈新', version: 1 })
    expect(await send({ ...form, address: '' })).toMatchObject({ data: { version: 2 } })
    expect(await t.call(driver.revealPerson, { personId }, { token: w.tokens.clerk })).toEqual({
      phone: '18621070005',
      identityNo,
      licenceNo: '310104199001010011',
    })
    expect(await detail(personId)).toMatchObject({ name: '陈新', address: '', version: 2 })
    const stale = await send({ ...form, name: '陈旧' })
    expect(stale).toMatchObject({ errorCode: -5, data: { version: 2, current: { name: '陈新' } } })
    expect(JSON.stringify(stale)).not.toContain(identityNo)
  })

  it('answers a repeat with the same customer', async () => {
    const input = entry()
    const [first, again] = [
      await send(input, w.tokens.clerk, 'save-twice'),
      await send(input, w.tokens.clerk, 'save-twice'),
    ]
    expect(again.data).toEqual(first.data)
    expect(await send({ ...input, name: '别人' }, w.tokens.clerk, 'save-twice')).toMatchObject({ errorCode: -6 })
  })

  it('belongs to who may enter documents', async () => {
    expect(await send(entry(), w.tokens.service)).toMatchObject({ errorCode: -3 })
    const { personId } = await save()
    expect(await send(entry({ personId }), other.tokens.owner)).toMatchObject({ errorCode: -4 })
  })
})

describe('documents', () => {
  it('are bound to the file, shown for 5 minutes to who may see them, and each look is logged', async () => {
    const [front, back] = await uploadPhotos(t, 'person', 2, w.tokens.clerk)
    const { personId } = await save({ imgFront: front, imgBack: back, consent: true })
    const { documents } = await detail(personId)
    expect(documents.map((document) => document.slot)).toEqual(['imgFront', 'imgBack'])
    const { url } = documents[0]!.media
    expect((await t.app.inject({ url })).statusCode).toBe(200)
    const now = t.clock.now()
    t.clock.set(now + 6 * 60_000 + 1)
    expect((await t.app.inject({ url })).json()).toMatchObject({ errorCode: 11004 })
    t.clock.set(now)
    const { rows } = await t.root.query(
      `select name, after from audit where action = 'driver.personDetail' and target_id = $1`,
      [personId],
    )
    expect(rows).toEqual([{ name: '测试clerk', after: { documents: ['imgFront', 'imgBack'] } }])
    expect(await t.send(driver.personDetail, { personId }, { token: w.tokens.fleet })).toMatchObject({ errorCode: -3 })
    expect(await t.send(driver.personDetail, { personId }, { token: other.tokens.owner })).toMatchObject({
      errorCode: -4,
    })
  })

  it('are not kept without the customer’s consent, which is asked once', async () => {
    const [front, next] = await uploadPhotos(t, 'person', 2, w.tokens.clerk)
    expect(await send(entry({ imgFront: front }))).toMatchObject({
      errorCode: -2,
      message: '参数错误：留存证件照片须先征得客户同意',
      data: { field: 'consent' },
    })
    const { personId, version } = await save({ imgFront: front, consent: true })
    const agreed = await t.root.query('select kind, text_version, at, way from person_consent where person_id = $1', [
      personId,
    ])
    expect(agreed.rows).toEqual([{ kind: 1, textVersion: '1.0', at: new Date(t.clock.now()), way: 1 }])
    const { identityNo: _, ...form } = entry({ personId, version, imgFront: next })
    expect(await send(form)).toMatchObject({ success: true })
    // The picture it replaces is let go.
    const { rows } = await t.root.query('select id, linked_at from media where id = any ($1)', [[front, next]])
    expect(rows.find((media) => media.id === front).linkedAt).toBeNull()
    expect(rows.find((media) => media.id === next).linkedAt).not.toBeNull()
  })

  it('may change places', async () => {
    const [front, back] = await uploadPhotos(t, 'person', 2, w.tokens.clerk)
    const { personId } = await save({ imgFront: front, imgBack: back, consent: true })
    const { identityNo: _, ...form } = entry({ personId, imgFront: back, imgBack: front })
    expect(await send(form)).toMatchObject({ success: true })
    const { documents } = await detail(personId)
    expect(documents.map((document) => document.media.mediaId)).toEqual([back, front])
    const { rows } = await t.root.query('select id from media where id = any ($1) and linked_at is null', [
      [front, back],
    ])
    expect(rows).toEqual([])
  })

  it('are no pictures of another business, another customer or another merchant', async () => {
    const [pickup] = await uploadPhotos(t, 'pickup', 1, w.tokens.clerk)
    const [colleague] = await uploadPhotos(t, 'person', 1, w.tokens.manager)
    const [foreign] = await uploadPhotos(t, 'person', 1, other.tokens.owner)
    const [taken] = await uploadPhotos(t, 'person', 1, w.tokens.clerk)
    await save({ imgFront: taken, consent: true })
    for (const imgFront of [colleague, foreign, taken])
      expect(await send(entry({ imgFront, consent: true }))).toMatchObject({ errorCode: -4 })
    // Who took it is told what it was taken for; a file of somebody else is not there, whatever it is.
    const told = '参数错误：文件是作为“取车照片”上传的，请作为“证件照片”（biz=person）上传'
    expect(await send(entry({ imgFront: pickup, consent: true }))).toMatchObject({ errorCode: -2, message: told })
    const byColleague = await send(entry({ imgFront: pickup, consent: true }), w.tokens.manager)
    expect(byColleague).toMatchObject({ errorCode: -4 })
  })
})

describe('verification', () => {
  const verify = (input: object, token = w.tokens.clerk) => t.send(driver.verifyPerson, input, { token })

  it('is the staff’s comparison with the originals, and ends when what was compared changes', async () => {
    const { personId } = await save({ name: '核验人' })
    const [face] = await uploadPhotos(t, 'person', 1, w.tokens.clerk)
    expect(await verify({ personId })).toMatchObject({ errorCode: -2, data: { field: 'pass' } })
    expect(await verify({ personId, pass: true, waiveReason: '已核对原件', faceMediaId: face })).toMatchObject({
      errorCode: -2,
      data: { field: 'faceConsent' },
    })
    const pass = { personId, pass: true, waiveReason: '已核对原件' }
    expect(await verify({ ...pass, version: 1 })).toMatchObject({ data: { verifyStatus: 1, version: 2 } })
    expect(await verify({ personId, pass: false, version: 1 })).toMatchObject({ errorCode: -5 })
    expect(await detail(personId)).toMatchObject({
      verifyStatus: 1,
      verifiedAt: t.clock.now(),
      waiveReason: '已核对原件',
    })

    const { identityNo: _, ...form } = entry({ personId, name: '核验人' })
    expect(await send({ ...form, phone: '18621071234' })).toMatchObject({ data: { verifyStatus: 1 } })
    expect(await send({ ...form, licenceExpire: '2031-01-01' })).toMatchObject({ data: { verifyStatus: 0 } })
    expect(await detail(personId)).toMatchObject({ verifyStatus: 0, verifiedAt: null, waiveReason: '' })
    expect(await verify({ personId, pass: false })).toMatchObject({ data: { verifyStatus: 2 } })
  })

  it('asks for the pictures that the merchant wants, or for the reason why not', async () => {
    const [front, back] = await uploadPhotos(t, 'person', 2, w.tokens.clerk)
    const { personId } = await save({ imgFront: front, imgBack: back, consent: true })
    const missing = { field: 'licenceMain', issues: [{ field: 'licenceMain' }] }
    expect(await verify({ personId, pass: true })).toMatchObject({ errorCode: -2, data: missing })
    const setting = (askLicence: boolean | null) =>
      t.call(contract.merchant.saveSetting, { settings: { askLicence } }, { token: w.tokens.owner })
    await setting(false)
    // A reason for nothing is not kept.
    expect(await verify({ personId, pass: true, waiveReason: '原因' })).toMatchObject({ data: { verifyStatus: 1 } })
    expect(await detail(personId)).toMatchObject({ waiveReason: '' })
    await setting(null)
  })

  it('takes the licence’s number from an identity card, and wants it of other papers', async () => {
    const identityNo = idNumber()
    const full = async (personId: string) =>
      (await t.call(driver.revealPerson, { personId }, { token: w.tokens.clerk })).licenceNo
    const { personId, version } = await save({ identityNo, licenceNo: undefined })
    expect(await full(personId)).toBe(identityNo)
    const right = idNumber()
    await send(entry({ personId, version, identityNo: right, licenceNo: undefined }))
    expect(await full(personId)).toBe(right)

    const foreign = await save({ identityType: 2, identityNo: 'E12345678', licenceNo: undefined })
    expect(await verify({ personId: foreign.personId, pass: true, waiveReason: '已核对原件' })).toMatchObject({
      errorCode: -2,
      data: { field: 'licenceNo' },
    })
    // A file from before: its number comes with the pass, which changes nothing that was compared.
    await t.root.query(`update person set licence_no_enc = null, licence_no_mask = '' where id = $1`, [personId])
    expect(await verify({ personId, pass: true, waiveReason: '已核对原件' })).toMatchObject({ success: true })
    expect(await full(personId)).toBe(right)
  })

  it('needs a number and a document that is still good', async () => {
    const { personId } = await save({ identityExpire: '2026-11-25' })
    const now = t.clock.now()
    t.clock.set(now + 6 * 86_400_000)
    expect(await verify({ personId, pass: true })).toMatchObject({ errorCode: -2, data: { field: 'identityExpire' } })
    t.clock.set(now)
    expect(await verify({ personId, pass: true }, other.tokens.owner)).toMatchObject({ errorCode: -4 })
    expect(await verify({ personId, pass: true }, w.tokens.service)).toMatchObject({ errorCode: -3 })
  })
})

it('puts a customer on the blacklist and takes them off, with reason and log', async () => {
  const { personId } = await save({ name: '黑名单' })
  const set = (input: object, token = w.tokens.clerk) =>
    t.send(driver.blacklistPerson, { personId, ...input }, { token })
  expect(await set({ on: true })).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
  expect(await set({ on: true, reason: '拖欠租金', version: 1 })).toMatchObject({
    data: { blacklist: true, version: 2 },
  })
  expect(await detail(personId)).toMatchObject({ blacklist: true, blacklistReason: '拖欠租金' })
  expect((await search('黑名单'))[0]).toMatchObject({ blacklist: true })
  expect(await set({ on: false, reason: '已结清', version: 1 })).toMatchObject({ errorCode: -5 })
  expect(await set({ on: false, reason: '已结清' })).toMatchObject({ data: { blacklist: false } })
  expect(await set({ on: true, reason: '外人' }, other.tokens.owner)).toMatchObject({ errorCode: -4 })
  const { rows } = await t.root.query(
    `select after from audit where action = 'driver.blacklistPerson' and target_id = $1 order by id`,
    [personId],
  )
  expect(rows.map((entry) => entry.after)).toEqual([
    { blacklist: true, reason: '拖欠租金' },
    { blacklist: false, reason: '已结清' },
  ])
})

describe('certificates of an order', () => {
  it('give documents and vouchers each to who holds its key', async () => {
    const [front, licence] = await uploadPhotos(t, 'person', 2, w.tokens.clerk)
    const [receipt] = await uploadPhotos(t, 'voucher', 1, w.tokens.clerk)
    const renter = await save({ name: '承租人', imgFront: front, consent: true })
    const codriver = await save({ name: '驾驶人', licenceMain: licence, consent: true })
    const orderId = await insertOrder(t, w, {
      status: orderStatus.arranged,
      renterId: renter.personId,
      codriverIds: [codriver.personId],
    })
    await t.root.query(
      `insert into payment (merchant_id, order_id, ref_type, pay_kind, pay_mode, pay_way, amount_fen, direction, out_trade_no, voucher_ids, created_by)
       values ($1, $2, 'order', 1, 2, 4, 100, 'in', 'no-1', $3, 0)`,
      [w.merchantId, orderId, [receipt]],
    )
    await t.root.query(
      `insert into deposit (merchant_id, order_id, kind, amount_fen, voucher_ids) values ($1, $2, 1, 100, $3)`,
      [w.merchantId, orderId, [receipt]],
    )
    t.calls.length = 0
    const all = await t.call(driver.certificates, { orderId }, { token: w.tokens.clerk })
    expect(t.calls.at(-1)!.queries).toBe(5)
    expect(all.documents.map((one) => [one.name, one.slot, one.media.mediaId])).toEqual([
      ['承租人', 'imgFront', front],
      ['驾驶人', 'licenceMain', licence],
    ])
    expect(all.vouchers.map((one) => [one.from, one.media.mediaId])).toEqual([['租金', receipt]])
    const { rows } = await t.root.query(
      `select after from audit where action = 'driver.certificates' and target_id = $1`,
      [orderId],
    )
    expect(rows.map((entry) => entry.after)).toEqual([{ documentsOf: [renter.personId, codriver.personId] }])

    // Finance sees receipts, never documents.
    const finance = await t.call(driver.certificates, { orderId }, { token: w.tokens.finance })
    expect(finance.documents).toEqual([])
    expect(finance.vouchers).toHaveLength(1)
    const only = await t.call(driver.certificates, { orderId, kind: 'documents' }, { token: w.tokens.clerk })
    expect([only.documents.length, only.vouchers.length]).toEqual([2, 0])
    expect(await t.send(driver.certificates, { orderId }, { token: other.tokens.owner })).toMatchObject({
      errorCode: 2002,
    })
    expect(await t.send(driver.certificates, { orderId }, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
  })
})
