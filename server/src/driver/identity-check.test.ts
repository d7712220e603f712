import { contract } from '@cheyi/contract/index'
import { idCheckSign } from '@cheyi/domain/check/id-number'
import { identityResult } from '@cheyi/domain/driver/identity-check'
import { DAY } from '@cheyi/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { renter } from '../testing/world/handover.ts'
import { makeWorld, type World } from '../testing/world/world.ts'

const { driver, merchant } = contract

let t: TestApp
let w: World
let other: World

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  other = await makeWorld(t, { name: '别家租车' })
  await daily(20)
})
afterAll(() => t.close())

const clerk = () => ({ token: w.tokens.clerk })
const daily = (checkIdentityDaily: number | null) =>
  t.call(merchant.saveSetting, { settings: { checkIdentityDaily } }, { token: w.tokens.owner })
const check = (personId: string, token = w.tokens.clerk) => t.send(driver.checkIdentity, { personId }, { token })
const detail = (personId: string) => t.call(driver.personDetail, { personId }, clerk())
/** Somebody of whom the register says this. */
async function somebody(answer: 'same' | 'different' | 'nobody' | 'fail', name: string, more: object = {}) {
  t.kernel.outside.register.simulator!.tell(name, answer)
  return renter(t, w, { name, ...more }, false)
}

it('is asked when somebody wants it, kept with who and when, and leaves the file the version it is', async () => {
  const personId = await somebody('same', '甲一')
  expect((await detail(personId)).identityCheck).toEqual({ result: 0, at: null, by: '' })
  expect(await check(personId)).toMatchObject({ data: { outcome: 'answered', result: 1 } })
  const { identityCheck, version, verifyStatus } = await detail(personId)
  expect(identityCheck).toEqual({ result: 1, at: t.clock.now(), by: '测试clerk' })
  expect({ version, verifyStatus }).toEqual({ version: 1, verifyStatus: 0 })
  // The log says which papers, and no number in full.
  const log = await t.root.query(
    `select after from audit where action = 'driver.checkIdentity' and target_id = $1 and after is not null`,
    [personId],
  )
  expect(log.rows).toEqual([
    { after: { name: '甲一', identityNo: expect.stringContaining('*'), identityCheck: identityResult.same } },
  ])
  const other = await t.call(driver.searchPeople, { keyword: '甲一' }, clerk())
  expect(JSON.stringify([other, log.rows])).not.toMatch(/\d{17}/)
})

it('neither passes nor blocks: who passes against its word says why, and another name leaves it behind', async () => {
  const personId = await somebody('different', '乙二')
  expect(await check(personId)).toMatchObject({ data: { outcome: 'answered', result: 2 } })
  const pass = { personId, pass: true, waiveReason: '已核对原件' }
  expect(await t.send(driver.verifyPerson, pass, clerk())).toMatchObject({
    errorCode: -2,
    message: '参数错误：公安核验不一致，请填写仍然核验通过的原因',
    data: { field: 'mismatchReason' },
  })
  const reason = { mismatchReason: '客户曾更名，已核对证明' }
  expect(await t.send(driver.verifyPerson, { ...pass, ...reason }, clerk())).toMatchObject({
    data: { verifyStatus: 1 },
  })
  expect(await detail(personId)).toMatchObject({ ...reason, identityCheck: { result: 2 } })

  const { name: _, ...file } = await fileOf(personId)
  await t.call(driver.savePerson, { ...file, name: '乙三' }, clerk())
  expect(await detail(personId)).toMatchObject({ mismatchReason: '', identityCheck: { result: 0, at: null, by: '' } })
  // Nothing but name and number was asked about.
  await t.call(driver.savePerson, { ...(await fileOf(personId)), name: '乙二', licenceClass: 'B2' }, clerk())
  expect(await detail(personId)).toMatchObject({ identityCheck: { result: 2 } })
  const digits = '31010419910101077'
  await t.call(driver.savePerson, { ...(await fileOf(personId)), identityNo: digits + idCheckSign(digits) }, clerk())
  expect(await detail(personId)).toMatchObject({ identityCheck: { result: 0 } })
})

it('is asked of whoever was passed unasked, and nobody waits for it', async () => {
  const personId = await somebody('nobody', '丙三')
  await t.call(driver.verifyPerson, { personId, pass: true, waiveReason: '已核对原件' }, clerk())
  await t.kernel.afterwards.idle()
  expect(await detail(personId)).toMatchObject({ verifyStatus: 1, identityCheck: { result: 3, by: '测试clerk' } })
})

it('that is away is no error, and what it said of a file that changed meanwhile does not hold', async () => {
  const personId = await somebody('fail', '丁四')
  expect(await check(personId)).toMatchObject({ success: true, data: { outcome: 'noAnswer', result: 0 } })
  expect(await t.send(driver.verifyPerson, { personId, pass: true, waiveReason: '原件' }, clerk())).toMatchObject({
    success: true,
  })
  const { register } = t.kernel.outside
  const late = await somebody('same', '丁五')
  const compare = register.compare
  register.compare = async (name, number) => {
    await t.call(driver.savePerson, { ...(await fileOf(late)), name: '丁六' }, clerk())
    register.compare = compare
    return compare(name, number)
  }
  expect(await check(late)).toMatchObject({ data: { result: 1 } })
  expect(await detail(late)).toMatchObject({ identityCheck: { result: 0 } })
})

it('is asked as often a day as the merchant wants, and not at all about other papers', async () => {
  t.clock.set(t.clock.now() + DAY)
  await daily(1)
  const people = await Promise.all(['戊一', '戊二', '戊三'].map((name) => somebody('same', name)))
  const answers = await Promise.all(people.map((personId) => check(personId)))
  const outcomes = answers.map(({ data }) => (data as { outcome: string }).outcome)
  expect(outcomes.sort()).toEqual(['answered', 'spent', 'spent'])
  // What is known already costs nothing.
  const known = people[answers.findIndex(({ data }) => (data as { outcome: string }).outcome === 'answered')]!
  expect(await check(known)).toMatchObject({ data: { outcome: 'answered', result: 1 } })
  const passport = await somebody('same', '戊四', { identityType: 2, identityNo: 'E12345678' })
  t.clock.set(t.clock.now() + DAY)
  expect(await check(passport)).toMatchObject({ data: { outcome: 'notAsked' } })
  await daily(null)
  expect(await check(await somebody('same', '戊五'))).toMatchObject({ data: { outcome: 'notAsked', result: 0 } })
  await daily(20)
})

it('is nobody’s but those who may pass papers, and of their own customers', async () => {
  const personId = await somebody('same', '己一')
  expect(await check(personId, w.tokens.service)).toMatchObject({ errorCode: -3 })
  expect(await check(personId, other.tokens.owner)).toMatchObject({ errorCode: -4 })
  await t.root.query('update person set erased_at = now() where id = $1', [personId])
  expect(await check(personId)).toMatchObject({ errorCode: -4 })
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
