import { contract } from '@cheyi/contract/index'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'

/** Of a scene: a company with two contacts, and one to edit. */
export async function companies(t: TestApp, w: World): Promise<Record<string, string>> {
  const by = { token: w.tokens.owner }
  const { company } = contract
  const { companyId } = await t.call(company.create, { name: '远航物流有限公司' }, by)
  const contact = async (name: string, phone: string) =>
    (await t.call(company.saveContact, { companyId, name, phone }, by)).contactId
  return {
    company: companyId,
    'company.toEdit': (await t.call(company.create, { name: '待改有限公司' }, by)).companyId,
    'company.toAgree': (await t.call(company.create, { name: '待议有限公司' }, by)).companyId,
    companyContact: await contact('王会计', '13761234567'),
    'companyContact.leaving': await contact('李行政', '13761234568'),
  }
}
