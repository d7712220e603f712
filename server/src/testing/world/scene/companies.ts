import { contract } from '@cheyi/contract/index'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'

/** Of a scene: a company with two contacts and two people who may book for it, and one to edit. */
export async function companies(t: TestApp, w: World): Promise<Record<string, string>> {
  const by = { token: w.tokens.owner }
  const { company } = contract
  const { companyId } = await t.call(company.create, { name: '远航物流有限公司' }, by)
  const contact = async (name: string, phone: string) =>
    (await t.call(company.saveContact, { companyId, name, phone }, by)).contactId
  // Without a booking page nobody is invited by a call.
  const booker = async (name: string) => {
    const { rows } = await t.root.query<{ id: string }>(
      `insert into company_booker (merchant_id, company_id, name, mobile_mask, mobile_hash, created_by)
       values ($1, $2, $3, '137****4569', $4, 0) returning id`,
      [w.merchantId, companyId, name, Buffer.from(name)],
    )
    return rows[0]!.id
  }
  return {
    companyBooker: await booker('赵行政'),
    'companyBooker.leaving': await booker('钱行政'),
    company: companyId,
    'company.toEdit': (await t.call(company.create, { name: '待改有限公司' }, by)).companyId,
    'company.toAgree': (await t.call(company.create, { name: '待议有限公司' }, by)).companyId,
    companyContact: await contact('王会计', '13761234567'),
    'companyContact.leaving': await contact('李行政', '13761234568'),
  }
}
