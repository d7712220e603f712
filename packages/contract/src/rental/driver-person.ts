import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { checkResults, genders, identityTypes, licenceKinds, verifyStatuses } from '@cheyi/domain/rental/driver/codes'
import { consentKinds } from '@cheyi/domain/rental/driver/consent'
import { documentSlots } from '@cheyi/domain/rental/driver/documents'
import { checkOutcomes } from '@cheyi/domain/rental/driver/paper-check'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { ContactPhone, code, date, Flag, flag, id, lifeDate, maybe, text, Version } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'

/** Fields of a customer that staff enter. The server checks numbers against the kind of document. */
export const personFields = {
  name: text(2, 60, '客户姓名'),
  phone: ContactPhone,
  identityType: code(identityTypes, '证件类型'),
  identityNo: text(4, 30, '证件号码'),
  /** Missing: valid without end. */
  identityExpire: maybe(date('证件有效期')),
  /** Missing: as it is stored. */
  licenceKind: maybe(code(licenceKinds, '驾驶证类型')),
  licenceNo: maybe(text(4, 30, '驾驶证号')),
  licenceClass: maybe(text(1, 10, '准驾车型')),
  licenceFirstIssue: maybe(lifeDate('初次领证日期')),
  licenceExpire: maybe(date('驾驶证有效期')),
  birthday: maybe(lifeDate('出生日期')),
  gender: maybe(code(genders, '性别')),
  address: maybe(text(0, 200, '地址')),
}

/** A customer with personal numbers masked. */
export const PersonBrief = z.object({
  personId: out.id,
  name: z.string(),
  phone: z.string(),
  identityType: out.code(identityTypes),
  identityNo: z.string(),
  licenceClass: z.string(),
  licenceExpire: out.date.nullable(),
  verifyStatus: out.code(verifyStatuses),
  blacklist: z.boolean(),
  /** Number of rentals so far, without cancelled ones. */
  orderCount: out.count,
})

/** Answer of a state register; for a matching licence also its states, as letters of GA/T 581.5, and its classes. */
const PaperAnswer = z.object({ result: out.code(checkResults), states: z.string(), classes: z.string() })

/** With the time of the query and who requested it. */
const PaperCheck = PaperAnswer.extend({ at: out.time.nullable(), by: z.string() })

/** Queries a register. The answer is the latest one, whether or not a query was made now. */
const checkCall = (path: `/api/${string}`, summary: string) =>
  write({
    operators: false,
    path,
    summary,
    permission: ['person.edit'],
    input: z.object({ personId: id('客户') }),
    output: PaperAnswer.extend({ outcome: out.word(checkOutcomes) }),
    refusals: ['personNotServed'],
    refreshes: ['pickupReturn.task'],
  })

export const person = {
  searchPeople: read({
    path: '/api/person/v1/search',
    summary: '查找客户',
    permission: ['order.create', 'longOrder.create', 'person.view'],
    input: z.object({ keyword: text(2, 60, '手机号、姓名或证件号') }),
    /** At most 20, latest customer first. */
    output: z.array(PersonBrief),
  }),
  personDetail: read({
    path: '/api/person/v1/detail',
    summary: '客户档案',
    permission: ['person.view'],
    input: z.object({ personId: id('客户') }),
    output: PersonBrief.extend({
      /** false: the caller sees no order of this customer, so pictures, address and birthday are missing and nothing may be changed. */
      isHandled: z.boolean(),
      identityExpire: out.date.nullable(),
      /** null: not said. */
      licenceKind: out.code(licenceKinds).nullable(),
      licenceNo: z.string(),
      licenceFirstIssue: out.date.nullable(),
      birthday: out.date.nullable(),
      gender: out.code(genders).nullable(),
      address: z.string(),
      /** Tags that the merchant gave the customer. */
      tags: z.array(z.string()),
      /** Consents of the customer. */
      consents: z.array(out.code(consentKinds)),
      verifiedAt: out.time.nullable(),
      /** Why a required picture was missing when the documents were verified; '' when none was. */
      waiveReason: z.string(),
      /** Answer of the police register for this name and number. */
      identityCheck: PaperCheck,
      /** Why the documents were verified nevertheless; '' when the answer matched. */
      mismatchReason: z.string(),
      /** Answer of the traffic police register, and why the licence was verified nevertheless. */
      licenceCheck: PaperCheck,
      licenceReason: z.string(),
      blacklistReason: z.string(),
      /** Links of documents are valid for 5 minutes. */
      documents: z.array(z.object({ slot: out.word(documentSlots), media: MediaView })),
      /** The 20 newest. */
      orders: z.array(
        z.object({
          ...orderRef,
          status: out.code(orderStatuses),
          modelName: z.string(),
          plate: z.string().nullable(),
          pickupAt: out.time,
          returnAt: out.time,
          total: out.fen,
        }),
      ),
      version: out.count,
    }),
  }),
  revealPerson: write({
    operators: false,
    path: '/api/person/v1/reveal',
    summary: '查看完整号码',
    permission: ['person.view'],
    repeat: 'natural',
    changes: false,
    input: z.object({ personId: id('客户') }),
    output: z.object({ phone: z.string(), identityNo: z.string(), licenceNo: z.string() }),
    refusals: ['proofNeeded', 'personNotServed'],
  }),
  savePerson: write({
    operators: false,
    path: '/api/person/v1/save',
    summary: '保存客户',
    permission: ['person.edit'],
    input: z.object({
      personId: maybe(id('客户')),
      version: maybe(Version),
      ...personFields,
      /** Both may be missing for an existing customer whose number does not change, since forms show it masked. */
      phone: maybe(personFields.phone),
      identityNo: maybe(personFields.identityNo),
      imgFront: maybe(id('证件正面照片')),
      imgBack: maybe(id('证件背面照片')),
      licenceMain: maybe(id('驾驶证正页照片')),
      licenceSub: maybe(id('驾驶证副页照片')),
      facePhoto: maybe(id('人脸照片')),
      /** The customer consented to storing documents. */
      consent: maybe(Flag),
      /** A separate consent to a picture of the face. */
      faceConsent: maybe(Flag),
    }),
    output: z.object({ personId: out.id, version: out.count, verifyStatus: out.code(verifyStatuses) }),
    refusals: ['idNumberInvalid', 'personExists', 'personNotServed'],
    refreshes: ['order.detail', 'pickupReturn.task'],
  }),
  verifyPerson: write({
    operators: false,
    path: '/api/person/v1/verify',
    summary: '核验证件',
    permission: ['person.edit'],
    input: z.object({
      personId: id('客户'),
      faceMediaId: maybe(id('人脸照片')),
      /** The customer consented to a picture of the face. */
      faceConsent: maybe(Flag),
      /** Staff compared the originals. */
      pass: maybe(Flag),
      /** Why required pictures are missing. */
      waiveReason: maybe(text(2, 100, '未留存照片的原因')),
      /** Why they are verified although the police register's answer differs. */
      mismatchReason: maybe(text(2, 100, '仍然核验通过的原因')),
      /** The same for the traffic police register. */
      licenceReason: maybe(text(2, 100, '驾驶证仍然核验通过的原因')),
      version: maybe(Version),
    }),
    output: z.object({ verifyStatus: out.code(verifyStatuses), version: out.count }),
    refusals: ['personVerifyFailed', 'personNotServed'],
    refreshes: ['order.detail', 'pickupReturn.task'],
  }),
  checkIdentity: checkCall('/api/person/v1/identity/check', '公安实名核验'),
  checkLicence: checkCall('/api/person/v1/licence/check', '驾驶证核验'),
  blacklistPerson: write({
    operators: false,
    path: '/api/person/v1/blacklist',
    summary: '加入或移出黑名单',
    permission: ['person.edit'],
    input: z.object({
      personId: id('客户'),
      on: flag('请选择加入或移出'),
      reason: text(1, 200, '原因'),
      version: maybe(Version),
    }),
    output: z.object({ blacklist: z.boolean(), version: out.count }),
    refusals: ['personNotServed'],
    refreshes: ['order.detail', 'pickupReturn.task'],
  }),
}
