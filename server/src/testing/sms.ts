import { queuePhoneNotices } from '../platform/notify/phone-notices.ts'
import { sendMessages } from '../platform/notify/send.ts'
import type { TestApp } from './app.ts'

/** The newest message to a mobile; sending follows the answer. */
export async function messageTo(t: TestApp, mobile: string): Promise<string | undefined> {
  await t.kernel.afterwards.idle()
  const sent = (await t.kernel.outside.sms.outbox?.()) ?? []
  return sent.find((sms) => sms.mobile === mobile)?.text
}

/** The code that was sent last to a mobile. */
export async function codeTo(t: TestApp, mobile: string): Promise<string> {
  const code = (await messageTo(t, mobile))?.match(/\d{6}/)?.[0]
  if (code === undefined) throw new Error('no code was sent')
  return code
}

/** Makes phones ring for notices, and sends what is due, as the job does each second. @returns how many messages were delivered */
export async function ringAndSend(t: TestApp): Promise<number> {
  await queuePhoneNotices(t.jobs)
  return sendMessages(t.jobs)
}

/** The rows of the outbox, oldest first, their sealed texts opened. */
export async function messagesWhere(t: TestApp, where: string, values: readonly unknown[] = []) {
  const { rows } = await t.root.query(`select * from outbox where ${where} order by id`, [...values])
  return Promise.all(
    rows.map(async (row) => {
      const vault = await t.kernel.vaults.merchant(row.merchantId)
      return { ...row, body: vault.open('outbox.body', row.id, row.bodyEnc) }
    }),
  )
}
