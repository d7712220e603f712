import { contract } from '@cheyi/contract/index'
import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { checkResult } from '@cheyi/domain/rental/driver/codes'
import type { CheckedPaper, SimulatedAnswer } from '@cheyi/domain/rental/driver/paper-check'
import { DAY } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Compare } from '../../kernel/ports.ts'
import { book } from '../../testing/world/bookings.ts'
import { bookArranged, renter } from '../../testing/world/handover.ts'
import { clerk, other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

const { driver, merchant, pickupReturn } = contract

sharedMerchant({ other: true })
beforeAll(async () => {
  await daily({ checkIdentityDaily: 20, checkLicenceDaily: 20 })
})

const papers = {
  idCard: {
    call: driver.checkIdentity,
    setting: 'checkIdentityDaily',
    held: 'identityCheck',
    reason: 'mismatchReason',
    good: { result: 1, states: '', classes: '' },
  },
  licence: {
    call: driver.checkLicence,
    setting: 'checkLicenceDaily',
    held: 'licenceCheck',
    reason: 'licenceReason',
    good: { result: 1, states: 'A', classes: 'C1' },
  },
} as const satisfies Record<CheckedPaper, unknown>
const each = [{ paper: 'idCard' }, { paper: 'licence' }] as const
const unasked = { result: 0, states: '', classes: '', at: null, by: '' }

const daily = (settings: Partial<Record<'checkIdentityDaily' | 'checkLicenceDaily', number | null>>) =>
  t.call(merchant.saveSetting, { settings }, { token: w.tokens.owner })
const check = (paper: CheckedPaper, personId: string, token = w.tokens.clerk) =>
  t.send(papers[paper].call, { personId }, { token })
const detail = (personId: string) => t.call(driver.personDetail, { personId }, clerk())
/** Passes somebody, and waits for what is asked about them afterwards: it would be counted in the test that follows. */
async function verify(personId: string, more: object = {}) {
  const answer = await t.send(
    driver.verifyPerson,
    { personId, pass: true, waiveReason: '已核对原件', ...more },
    clerk(),
  )
  await t.kernel.afterwards.idle()
  return answer
}
/** Somebody of whose paper its register says this. */
async function somebody(paper: CheckedPaper, answer: SimulatedAnswer, name: string, more: object = {}) {
  t.kernel.outside.register.simulator!.tell(paper, name, answer)
  return renter(t, w, { name, ...more }, false)
}
/** Another register of a paper, until it is put back. */
function replaced(paper: CheckedPaper, by: (before: Compare) => Compare) {
  const compares = t.kernel.outside.register.compares as Record<CheckedPaper, Compare>
  const before = compares[paper]
  compares[paper] = by(before)
  return () => {
    compares[paper] = before
  }
}

describe.each(each)('the register of $paper', ({ paper }) => {
  const { setting, held, reason, good } = papers[paper]

  it('is asked when somebody wants it, kept with who and when, and leaves the file the version it is', async () => {
    const personId = await somebody(paper, 'same', '甲一')
    expect((await detail(personId))[held]).toEqual(unasked)
    expect(await check(paper, personId)).toMatchObject({ data: { outcome: 'answered', ...good } })
    const person = await detail(personId)
    expect(person[held]).toEqual({ ...good, at: t.clock.now(), by: '测试clerk' })
    expect(person).toMatchObject({ version: 1, verifyStatus: 0 })
    // The log says which papers, and no number in full.
    const log = await t.root.query(
      `select after from audit where action = 'driver.' || $2 and target_id = $1 and after is not null`,
      [personId, paper === 'idCard' ? 'checkIdentity' : 'checkLicence'],
    )
    expect(log.rows).toEqual([{ after: expect.objectContaining({ name: '甲一', [held]: checkResult.same }) }])
    const found = await t.call(driver.searchPeople, { keyword: '甲一' }, clerk())
    expect(JSON.stringify([found, log.rows])).not.toMatch(/\d{17}/)
  })

  it('neither passes nor blocks: who passes against its word says why, and another name leaves it behind', async () => {
    const personId = await somebody(paper, 'different', '乙二')
    expect(await check(paper, personId)).toMatchObject({ data: { outcome: 'answered', result: 2 } })
    const refused = await verify(personId)
    expect(refused).toMatchObject({ errorCode: -2, data: { field: reason } })
    expect(refused.message).toMatch(/^参数错误：(公安|交管)核验不一致，请填写仍然核验通过的原因$/)
    const given = { [reason]: '客户曾更名，已核对证明' }
    expect(await verify(personId, given)).toMatchObject({ data: { verifyStatus: 1 } })
    expect(await detail(personId)).toMatchObject({ ...given, [held]: { result: 2 } })

    await t.call(driver.savePerson, { ...(await fileOf(personId)), name: '乙三' }, clerk())
    expect(await detail(personId)).toMatchObject({ [reason]: '', [held]: unasked })
    // Nothing but name and number was asked about.
    await t.call(driver.savePerson, { ...(await fileOf(personId)), name: '乙二', licenceClass: 'B2' }, clerk())
    expect(await detail(personId)).toMatchObject({ [held]: { result: 2 } })
    const digits = paper === 'idCard' ? '31010419910101077' : '31010419910101085'
    const number = digits + idCheckSign(digits)
    const changed = paper === 'idCard' ? { identityNo: number } : { licenceNo: number }
    await t.call(driver.savePerson, { ...(await fileOf(personId)), ...changed }, clerk())
    expect(await detail(personId)).toMatchObject({ [held]: unasked })
  })

  it('is asked of whoever was passed unasked, and nobody waits for it', async () => {
    const personId = await somebody(paper, 'nobody', '丙三')
    expect(await verify(personId)).toMatchObject({ success: true })
    expect(await detail(personId)).toMatchObject({ verifyStatus: 1, [held]: { result: 3, by: '测试clerk' } })
  })

  it('that is away is no error, and what it said of a file that changed meanwhile does not hold', async () => {
    const personId = await somebody(paper, 'fail', '丁四')
    expect(await check(paper, personId)).toMatchObject({ success: true, data: { outcome: 'noAnswer', result: 0 } })
    expect(await verify(personId)).toMatchObject({ success: true })
    const late = await somebody(paper, 'same', '丁五')
    const back = replaced(paper, (compare) => async (name, number) => {
      await t.call(driver.savePerson, { ...(await fileOf(late)), name: '丁六' }, clerk())
      return compare(name, number)
    })
    expect(await check(paper, late)).toMatchObject({ data: { result: 1 } })
    back()
    expect(await detail(late)).toMatchObject({ [held]: unasked })
  })

  it('keeps nothing of somebody who was deleted while it was asked', async () => {
    const personId = await somebody(paper, 'same', '丁七')
    const back = replaced(paper, (compare) => async (name, number) => {
      await t.call(driver.erasePerson, { personId, reason: '客户要求' }, { token: w.tokens.owner })
      return compare(name, number)
    })
    expect(await check(paper, personId)).toMatchObject({ data: { outcome: 'answered' } })
    back()
    const { rows } = await t.root.query(
      `select identity_result, identity_checked_of, licence_result, licence_states, licence_classes, licence_checked_of
       from person where id = $1`,
      [personId],
    )
    expect(Object.values(rows[0]).filter(Boolean)).toEqual([])
  })

  it('is asked as often a day as the merchant wants, and not at all about other papers', async () => {
    t.clock.set(t.clock.now() + DAY)
    await daily({ [setting]: 1 })
    const people = await Promise.all(['戊一', '戊二', '戊三'].map((name) => somebody(paper, 'same', name)))
    const answers = await Promise.all(people.map((personId) => check(paper, personId)))
    const outcomes = answers.map(({ data }) => (data as { outcome: string }).outcome)
    expect(outcomes.toSorted()).toEqual(['answered', 'spent', 'spent'])
    // What is known already costs nothing.
    const known = people[outcomes.indexOf('answered')]!
    expect(await check(paper, known)).toMatchObject({ data: { outcome: 'answered', ...good } })
    const foreign = { identityType: 2, identityNo: `E1234567${each.findIndex((one) => one.paper === paper)}` }
    const passport = await somebody(paper, 'same', '戊四', { ...foreign, licenceNo: 'H0123456701' })
    t.clock.set(t.clock.now() + DAY)
    expect(await check(paper, passport)).toMatchObject({ data: { outcome: 'notAsked' } })
    await daily({ [setting]: null })
    const asked = await check(paper, await somebody(paper, 'same', '戊五'))
    expect(asked).toMatchObject({ data: { outcome: 'notAsked', result: 0 } })
    await daily({ [setting]: 20 })
  })

  it('answers a repeat as it answered, and does not ask again', async () => {
    const personId = await somebody(paper, 'same', '戊六')
    let times = 0
    const back = replaced(paper, (compare) => (name, number) => {
      times++
      return compare(name, number)
    })
    const key = `repeat-${paper}-0001`
    const first = await t.send(papers[paper].call, { personId }, { ...clerk(), key })
    const again = await t.send(papers[paper].call, { personId }, { ...clerk(), key })
    back()
    expect([first.success, again.success, times]).toEqual([true, true, 1])
  })

  it('is nobody’s but those who may pass papers, and of their own customers', async () => {
    const personId = await somebody(paper, 'same', '己一')
    expect(await check(paper, personId, w.tokens.service)).toMatchObject({ errorCode: -3 })
    expect(await check(paper, personId, other.tokens.owner)).toMatchObject({ errorCode: -4 })
    await t.root.query('update person set erased_at = now() where id = $1', [personId])
    expect(await check(paper, personId)).toMatchObject({ errorCode: -4 })
  })
})

it('questions about one paper are not counted as those about the other', async () => {
  t.clock.set(t.clock.now() + DAY)
  await daily({ checkIdentityDaily: 1, checkLicenceDaily: 1 })
  const personId = await somebody('idCard', 'same', '庚一')
  for (const { paper } of each)
    expect(await check(paper, personId)).toMatchObject({ data: { outcome: 'answered', result: 1 } })
  await daily({ checkIdentityDaily: 20, checkLicenceDaily: 20 })
})

describe('a licence that is the holder’s', () => {
  it.each([
    ['suspended', '驾驶证状态为暂扣'],
    ['revoked', '驾驶证状态为吊销'],
    ['overPoints', '驾驶证状态为超分'],
    ['otherClass', '交管登记的准驾车型是C2，没有C1'],
  ] as const)('and %s takes a reason to be passed', async (answer, text) => {
    const personId = await somebody('licence', answer, '辛某')
    expect(await check('licence', personId)).toMatchObject({ data: { outcome: 'answered', result: 1 } })
    expect(await verify(personId)).toMatchObject({
      errorCode: -2,
      message: `参数错误：${text}，请填写仍然核验通过的原因`,
      data: { field: 'licenceReason' },
    })
    expect(await verify(personId, { licenceReason: '已核对电子驾驶证' })).toMatchObject({ success: true })
    expect(await detail(personId)).toMatchObject({ verifyStatus: 1, licenceReason: '已核对电子驾驶证' })
  })

  it('is compared with the class as it is put right, and asked again when it was at fault', async () => {
    const personId = await somebody('licence', 'otherClass', '壬一')
    await check('licence', personId)
    await t.call(driver.savePerson, { ...(await fileOf(personId)), licenceClass: 'C2' }, clerk())
    expect(await verify(personId)).toMatchObject({ success: true })
    const back = await somebody('licence', 'suspended', '壬二')
    await check('licence', back)
    t.kernel.outside.register.simulator!.tell('licence', '壬二', 'same')
    expect(await check('licence', back)).toMatchObject({ data: { outcome: 'answered', states: 'A' } })
    expect(await verify(back)).toMatchObject({ success: true, data: { verifyStatus: 1 } })
  })

  it('is seen at the pickup, with the reason why it was passed', async () => {
    const { simulator } = t.kernel.outside.register
    simulator!.tell('licence', '癸一', 'suspended')
    const order = await bookArranged(t, w, {}, { name: '癸一' })
    await t.kernel.afterwards.idle()
    const people = async () =>
      (await t.call(pickupReturn.task, { orderId: order.orderId, type: 0 }, { token: w.tokens.owner })).people
    expect(await people()).toMatchObject([{ name: '癸一', faults: [{ text: '驾驶证状态为暂扣', reason: '' }] }])
    const { personId } = (await people())[0]!
    expect(await verify(personId, { licenceReason: '客户已取回' })).toMatchObject({ success: true })
    expect(await people()).toMatchObject([{ faults: [{ text: '驾驶证状态为暂扣', reason: '客户已取回' }] }])
    simulator!.tell('licence', '癸一', 'same')
    await check('licence', personId)
    expect(await people()).toMatchObject([{ faults: [] }])
  })
})

/** A file as its form sends it back: its phone and numbers stay. */
async function fileOf(personId: string) {
  const { name, identityType, identityExpire, licenceClass, licenceFirstIssue, licenceExpire, version } =
    await detail(personId)
  return {
    ...{ personId, version, name, identityType, licenceClass },
    identityExpire: identityExpire ?? undefined,
    licenceFirstIssue: licenceFirstIssue ?? undefined,
    licenceExpire: licenceExpire ?? undefined,
  }
}

it('a request to a colleague for papers ends when the papers of the person were entered or checked', async () => {
  const personId = await renter(t, w, { name: '请登记' }, false)
  const { orderId } = await book(t, w, { form: { renterId: personId } })
  const wish = { act: 'person.edit', subject: 'order' as const, subjectId: orderId }
  const fleet = { token: w.tokens.fleet }
  const open = async () => (await t.call(contract.referral.people, wish, fleet)).open
  await t.call(contract.referral.ask, wish, fleet)
  expect(await open()).not.toBeNull()
  await t.call(driver.savePerson, { ...(await fileOf(personId)), licenceClass: 'B2' }, clerk())
  expect(await open()).toBeNull()
})
