import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* Companies that rent, with their contacts and agreed prices. */

export function companySamples(scene: Scene): Pick<Samples, 'company'> {
  const id = idsOf(scene)
  const companyId = id('company')
  return {
    company: {
      page: [{ keyword: '远航' }],
      detail: [{ companyId }],
      create: [{ name: '新客户有限公司', taxNo: '91310115MA1K4XYZ3B', tags: ['重点'] }],
      edit: [{ companyId: id('company.toEdit'), version: 1, name: '改名有限公司' }],
      saveTerms: [
        { companyId: id('company.toAgree'), version: 1, credit: 100_000, payDays: 30, rateBp: 9000, enabled: true },
      ],
      savePrice: [{ companyId, modelId: id('model.lavida'), dayPrice: 18_000 }],
      saveContact: [{ companyId, contactId: id('companyContact'), name: '王会计' }],
      removeContact: [{ contactId: id('companyContact.leaving') }],
      revealContact: [{ contactId: id('companyContact') }],
      saveBooker: [{ companyId, bookerId: id('companyBooker'), name: '赵行政', untilOn: '2027-12-31' }],
      endBooker: [{ bookerId: id('companyBooker.leaving') }],
    },
  }
}
