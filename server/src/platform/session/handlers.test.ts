import { contract } from '@cheyi/contract/index'
import { MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { createAccount, createMerchant, createUser } from '../merchant/provision.ts'

sharedMerchant()

const { login, logout, userInfo, switchMerchant } = contract.session

/** A captcha with a known text, because the test cannot read the image. */
async function readCaptcha(): Promise<{ captchaId: string; captchaCode: string }> {
  const { captchaId, image } = await t.call(contract.session.captcha, {}, {})
  expect(image).toMatch(/^data:image\/png;base64,/)
  const hash = t.kernel.vaults.platform.index('captcha.code', `${captchaId}/KNOW`)
  await t.root.query('update captcha set code_hash = $2 where id = $1', [captchaId, hash])
  return { captchaId, captchaCode: 'know' }
}

describe('password login', () => {
  it('enters the only merchant at once and returns the user', async () => {
    const me = await t.call(userInfo, {}, { token: w.tokens.clerk })
    expect(me).toMatchObject({
      merchantId: w.merchantId,
      merchantName: '测试租车',
      roleNames: ['店员'],
      parentId: expect.stringMatching(/^[1-9]/),
    })
    expect(me.menuAutos).toContain('order.create')
    expect(me.menuAutos).not.toContain('order.cancel')
    expect(me.mobile).toMatch(/^139\*{4}\d{4}$/)
  })

  it('gives the same answer for a wrong password and an unknown mobile', async () => {
    const unknown = await t.send(login, { mobile: '13711112222', password: 'Cheyi2026', agree: true })
    const mobile = '13822223333'
    await createUser(t.commands, { mobile, password: 'Cheyi2026' })
    const wrong = await t.send(login, { mobile, password: 'cheyi2026', agree: true })
    expect(wrong.errorCode).toBe(1001)
    expect({ ...unknown, headers: null }).toEqual({ ...wrong, headers: null })
  })

  it('names the field that is wrong', async () => {
    const bad = await t.send(login, { mobile: '12345', password: '', agree: false })
    expect(bad).toMatchObject({ success: false, errorCode: -2, message: '参数错误：手机号格式不正确', httpStatus: 200 })
    expect((bad.data as { issues: { field: string }[] }).issues.map((i) => i.field)).toEqual([
      'mobile',
      'password',
      'agree',
    ])
  })

  it('locks after ten failures in 15 minutes, and unlocks later', async () => {
    const mobile = '13833334444'
    const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
    const { merchantId, roles } = await createMerchant(t.commands, { name: '锁定租车', status: 1 })
    await createAccount(t.commands, merchantId, { userId, mobile, parentId: null, name: '老板', roleIds: [roles.B!] })
    const nobody = '13833335555'
    const codes: Record<string, number[]> = { [mobile]: [], [nobody]: [] }
    for (const of of [mobile, nobody])
      for (let i = 0; i < 11; i++)
        codes[of]!.push(
          (await t.send(login, { mobile: of, password: 'wrong-1', agree: true, ...(i >= 3 && (await readCaptcha())) }))
            .errorCode,
        )
    // An unregistered mobile behaves like any other.
    expect(codes[mobile]).toEqual([...Array(10).fill(1001), 1002])
    expect(codes[nobody]).toEqual(codes[mobile])
    const locked = await t.send(login, { mobile, password: 'Cheyi2026', agree: true })
    expect(locked).toMatchObject({ errorCode: 1002, message: '账号已锁定，请15分钟后再试' })
    t.clock.advance(15 * MINUTE)
    expect((await t.send(login, { mobile, password: 'Cheyi2026', agree: true })).errorCode).toBe(1003)
    const answer = await t.send(login, { mobile, password: 'Cheyi2026', agree: true, ...(await readCaptcha()) })
    expect(answer.success).toBe(true)
    expect((await t.send(login, { mobile, password: 'Cheyi2026', agree: true })).success).toBe(true)
  })

  it('requires a captcha after three failures; one answer uses it up, right or wrong', async () => {
    const mobile = '13833336666'
    await createUser(t.commands, { mobile, password: 'Cheyi2026', operator: true })
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await t.send(login, { mobile, password: 'wrong-1', agree: true }))
    expect(answers.map(({ data }) => (data as { captcha: boolean }).captcha)).toEqual([false, false, true])
    const right = { mobile, password: 'Cheyi2026', agree: true }
    expect((await t.send(login, right)).errorCode).toBe(1003)
    const picture = await readCaptcha()
    expect(await t.send(login, { ...right, ...picture, captchaCode: 'zzzz' })).toMatchObject({
      errorCode: 1003,
      data: { wrong: true },
    })
    expect((await t.send(login, { ...right, ...picture })).errorCode).toBe(1003)
    const old = await readCaptcha()
    t.clock.advance(2 * MINUTE)
    expect((await t.send(login, { ...right, ...old })).errorCode).toBe(1003)
    expect((await t.send(login, { ...right, ...(await readCaptcha()) })).success).toBe(true)
  })

  it('limits an address to ten logins a minute', async () => {
    const limited = await testApp({ rateLimit: true })
    const codes: number[] = []
    for (let i = 0; i < 12; i++) {
      const mobile = `137111122${10 + i}`
      codes.push((await limited.send(login, { mobile, password: 'x1234567', agree: true })).errorCode)
    }
    await limited.close()
    expect(codes.slice(0, 10)).toEqual(Array(10).fill(1001))
    expect(codes.slice(10)).toEqual([-7, -7])
  })

  it('stores neither mobile nor password in plain text', async () => {
    const { rows } = await t.root.query('select mobile_enc, mobile_hash, password_hash from app_user limit 1')
    expect(rows[0].passwordHash).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$/)
    expect(Buffer.concat([rows[0].mobileEnc, rows[0].mobileHash]).toString('latin1')).not.toMatch(/1[3-9]\d{9}/)
  })
})

describe('choosing a merchant', () => {
  it('asks a user of two merchants to choose, and replaces the token on the switch', async () => {
    const mobile = '13844445555'
    const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
    const ids: string[] = []
    for (const name of ['甲租车', '乙租车']) {
      const { merchantId, roles } = await createMerchant(t.commands, { name, status: 1 })
      await createAccount(t.commands, merchantId, { userId, mobile, parentId: null, name: '老板', roleIds: [roles.B!] })
      ids.push(merchantId)
    }
    const token = await t.login(mobile)
    expect(await t.call(userInfo, {}, { token })).toMatchObject({ parentId: -1, merchantId: -1 })
    expect((await t.send(contract.store.list, {}, { token })).errorCode).toBe(-8)
    const page = await t.call(contract.merchant.list, { pageSize: 10000 }, { token })
    expect(page.list.map((m) => m.name).sort()).toEqual(['乙租车', '甲租车'])

    const entered = await t.call(switchMerchant, { merchantId: ids[0]! }, { token })
    expect(entered.user).toMatchObject({ merchantId: ids[0], parentId: '0' })
    expect((await t.send(userInfo, {}, { token })).success).toBe(true)
    t.clock.advance(31_000)
    expect((await t.send(userInfo, {}, { token })).errorCode).toBe(-9)
    expect((await t.send(switchMerchant, { merchantId: w.merchantId }, { token: entered.token })).errorCode).toBe(1016)
  })

  it('lets an operator read the assigned merchants, and write nothing', async () => {
    const mobile = '13855556666'
    const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026', operator: true })
    await t.root.query('insert into operator_merchant (user_id, merchant_id) values ($1, $2)', [userId, w.merchantId])
    const token = await t.login(mobile)
    const { token: inside, user } = await t.call(switchMerchant, { merchantId: w.merchantId }, { token })
    expect(user).toMatchObject({ isOperator: true, merchantId: w.merchantId })
    expect(user.menuAutos).not.toContain('person.view')
    expect((await t.send(contract.store.list, {}, { token: inside })).success).toBe(true)
  })
})

describe('sessions', () => {
  it('end at logout', async () => {
    const mobile = '13866667777'
    const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026', operator: true })
    expect(userId).toMatch(/^\d+$/)
    const token = await t.login(mobile)
    await t.call(logout, {}, { token })
    expect(await t.send(userInfo, {}, { token })).toMatchObject({ errorCode: -9, message: '登录已失效' })
  })

  it('use a changed role at the next call, without a new sign-in', async () => {
    const { token, merchantId } = { token: w.tokens.fleet, merchantId: w.merchantId }
    expect((await t.call(userInfo, {}, { token })).menuAutos).toContain('model')
    await t.root.query(`update role set menu_ids = '{100,101}' where merchant_id = $1 and name = '车管'`, [merchantId])
    expect((await t.send(contract.model.list, {}, { token })).errorCode).toBe(-3)
    expect((await t.call(userInfo, {}, { token })).menuAutos).toEqual(['order.list'])
  })

  it('of a disabled account end at once', async () => {
    await t.root.query(`update account set status = 0 where merchant_id = $1 and name = '测试service'`, [w.merchantId])
    expect((await t.send(contract.store.list, {}, { token: w.tokens.service })).errorCode).toBe(-9)
  })

  it('are at most ten per user: the oldest is revoked', async () => {
    const mobile = '13877778888'
    await createUser(t.commands, { mobile, password: 'Cheyi2026', operator: true })
    const tokens: string[] = []
    for (let i = 0; i < 11; i++) tokens.push(await t.login(mobile))
    expect((await t.send(userInfo, {}, { token: tokens[0]! })).errorCode).toBe(-9)
    expect((await t.send(userInfo, {}, { token: tokens[1]! })).success).toBe(true)
  })
})
