import { Writable } from 'node:stream'
import { contract } from '@cheyi/contract/index'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { codeTo } from '../../testing/sms.ts'

it('the log contains neither mobiles nor codes, passwords or tokens', async () => {
  let written = ''
  const stream = new Writable({
    write(chunk, _, done) {
      written += String(chunk)
      done()
    },
  })
  const t = await testApp({ log: pino({ level: 'trace' }, stream) })
  const { sendCode, register, login, resetPassword, userInfo } = contract.session
  const mobile = '13999990001'
  const [first, second] = ['Sunny2026x', 'Rainy2026x']
  await t.call(sendCode, { mobile, scene: 'register' }, {})
  const codes = [await codeTo(t, mobile)]
  const form = { merchantName: '不留痕租车', contactName: '王晴', cityCode: '310100', agree: true }
  const { token } = await t.call(register, { ...form, mobile, code: codes[0]!, password: first }, {})
  await t.call(userInfo, {}, { token })
  await t.send(login, { mobile, password: 'wrong-2026', agree: true })
  await t.call(sendCode, { mobile, scene: 'forgot' }, {})
  codes.push(await codeTo(t, mobile))
  await t.call(resetPassword, { mobile, code: codes[1]!, password: second }, {})
  const qr = await t.call(contract.qrLogin.create, {}, {})
  await t.send(contract.qrLogin.status, { qrId: qr.qrId }, { headers: { 'x-qr-secret': qr.pollSecret } })
  // A message that the vendor refuses is logged without its recipient.
  Object.assign(t.commands.outside.sms, { send: () => Promise.reject(new Error('vendor is away')) })
  t.clock.advance(60_000)
  await t.call(sendCode, { mobile, scene: 'forgot' }, {})
  await t.close()

  expect(written).toContain('/api/login/v1/register')
  expect(written).toContain('vendor is away')
  // Six digits alone may occur by chance in a longer number.
  for (const code of codes) expect(written).not.toMatch(new RegExp(`(?<![\\da-f])${code}(?![\\da-f])`))
  for (const secret of [mobile, first, second, 'wrong-2026', token, qr.pollSecret, qr.qrId])
    expect(written).not.toContain(secret)
})
