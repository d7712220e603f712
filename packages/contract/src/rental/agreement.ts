import { agreementStatuses, agreementTypes, contractTypes } from '@cheyi/domain/rental/agreement/codes'
import { agreementFiles } from '@cheyi/domain/rental/agreement/file'
import { LONGEST_HAND } from '@cheyi/domain/rental/agreement/handwriting'
import { handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  Flag,
  flag,
  id,
  int,
  linkToken,
  list,
  maybe,
  mediaIds,
  mobile,
  nestedRecord,
  text,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'
import { typedPassword } from '../platform/session.ts'
import { shopFields } from '../platform/store.ts'

export const AgreementView = z.object({
  agreementId: out.id,
  type: out.code(agreementTypes),
  status: out.code(agreementStatuses),
  /** The signed document, page by page; empty without `order.agreement`, since it has the customer's full name. */
  photos: z.array(MediaView),
  /** The PDF file, after signing the signed one. null until it is printed, and without `order.agreement`. */
  pdfUrl: z.string().nullable(),
  file: out.word(agreementFiles),
  /** '' for a photographed document. */
  agreementNo: z.string(),
  /** Until when the link can be used. */
  expireAt: out.time.nullable(),
  createdAt: out.time,
  signedAt: out.time.nullable(),
})

export const agreementForms = ['electronic', 'paper'] as const

const generated = z.object({
  agreementId: out.id,
  /** null: the file is printed afterwards, and `status` has its link then. */
  pdfUrl: z.string().nullable(),
  status: out.code(agreementStatuses),
})

const generateInput = z.object({
  orderId: id('订单'),
  recordId: id('验车单'),
  /** Photos of every page of the signed document: it is final at once, and no file is printed. */
  photoIds: maybe(mediaIds('合同照片')),
})

const t = linkToken()

/** Content of a document, for a page that shows it. */
const Paper = z.object({
  title: z.string(),
  agreementNo: z.string(),
  lessor: z.string(),
  renter: z.string(),
  sections: z.array(z.object({ title: z.string(), rows: z.array(z.object({ label: z.string(), text: z.string() })) })),
  fees: z.array(
    z.object({
      title: z.string(),
      rows: z.array(z.object({ name: z.string(), formula: z.string(), amount: out.fen })),
      total: out.fen,
    }),
  ),
  clauses: z.array(z.object({ title: z.string(), text: z.string(), strong: z.boolean() })),
  consent: z.string(),
  marks: z.array(z.object({ x: z.number(), y: z.number(), text: z.string(), isNew: z.boolean() })),
  /** false: the document belongs to no handover, and has no sketch of the car. */
  inspected: z.boolean(),
  photos: z.array(z.object({ caption: z.string(), url: z.string(), thumbUrl: z.string().nullable() })),
})

/** A template; the built-in one has version 0. */
const Template = z.object({
  type: out.code(contractTypes),
  version: out.count,
  enabled: z.boolean(),
  title: z.string(),
  clauses: z.array(z.object({ title: z.string(), text: z.string(), strong: z.boolean() })),
  consent: z.string(),
})

const clause = nestedRecord(
  {
    title: text(1, 30, '条款标题'),
    text: text(1, 2000, '条款内容'),
    strong: flag('请选择是否加粗', '加粗'),
  },
  '条款',
)

/** A certificate that signs documents. */
const Certificate = z.object({
  certificateId: out.id,
  subject: z.string(),
  /** '' for a self-issued one. */
  issuer: z.string(),
  serial: z.string(),
  selfIssued: z.boolean(),
  notBefore: out.time,
  notAfter: out.time,
  /** It signs new documents. */
  current: z.boolean(),
  retiredAt: out.time.nullable(),
})

const written = {
  type: code(contractTypes, '合同类型'),
  title: text(2, 30, '合同名称'),
  clauses: list(clause, 40, '条款', 1),
  consent: text(1, 500, '签署确认语'),
}
/** Enough for forty clauses of Chinese text. */
const TEMPLATE_BODY = 256 * 1024

export const agreement = {
  templates: read({
    path: '/api/order_contract/v1/template/list',
    summary: '合同模板',
    permission: ['merchant.setting'],
    output: z.object({
      /** The current template of each type with its earlier versions, newest first. */
      templates: z.array(
        Template.extend({
          history: z.array(z.object({ version: out.count, createdAt: out.time, createdName: z.string() })),
        }),
      ),
      /** Variables that a text may use in double braces, with an example of each. */
      variables: z.array(z.object({ name: z.string(), sample: z.string() })),
    }),
  }),
  templateVersion: read({
    path: '/api/order_contract/v1/template/version',
    summary: '合同模板的一个版本',
    permission: ['merchant.setting'],
    input: z.object({ type: code(contractTypes, '合同类型'), version: int(0, 1_000_000, '版本') }),
    output: Template,
  }),
  saveTemplate: write({
    operators: false,
    path: '/api/order_contract/v1/template/save',
    summary: '保存合同模板（新版本）',
    permission: ['merchant.setting'],
    reach: 'merchant',
    repeat: 'version',
    maxBody: TEMPLATE_BODY,
    input: z.object({
      ...written,
      version: int(0, 1_000_000, '版本'),
      enabled: flag('请选择是否启用', '启用电子合同'),
    }),
    output: z.object({ version: out.count }),
  }),
  previewTemplate: write({
    operators: true,
    path: '/api/order_contract/v1/template/preview',
    summary: '合同模板预览（样张PDF）',
    permission: ['merchant.setting'],
    repeat: 'natural',
    audit: false,
    maxBody: TEMPLATE_BODY,
    input: z.object(written),
    output: z.object({ pdfUrl: z.string() }),
    refusals: ['sampleNotPrinted', 'tooFrequent'],
  }),
  certificates: read({
    path: '/api/order_contract/v1/certificate/list',
    summary: '签章证书',
    permission: ['merchant.setting'],
    /** Newest first. Without any, one is issued with the first signature. */
    output: z.array(Certificate),
  }),
  saveCertificate: write({
    operators: false,
    path: '/api/order_contract/v1/certificate/save',
    summary: '上传签章证书',
    permission: ['merchant.setting'],
    reach: 'merchant',
    repeat: 'natural',
    input: z.object({
      p12: text(1, 20_000, '证书文件', '请选择证书文件'),
      password: typedPassword('证书密码'),
    }),
    output: Certificate,
  }),
  retireCertificate: write({
    operators: false,
    path: '/api/order_contract/v1/certificate/retire',
    summary: '停用签章证书',
    permission: ['merchant.setting'],
    reach: 'merchant',
    repeat: 'natural',
    input: z.object({ certificateId: id('证书') }),
  }),
  stamp: read({
    path: '/api/order_contract/v1/stamp/detail',
    summary: '印章图样',
    permission: ['merchant.setting'],
    output: z.object({
      /** null: documents are printed with a drawn seal. */
      stamp: z
        .object({
          stampId: out.id,
          picture: MediaView.nullable(),
          createdAt: out.time,
          createdByName: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
  saveStamp: write({
    operators: false,
    path: '/api/order_contract/v1/stamp/save',
    summary: '上传印章图样',
    permission: ['merchant.setting'],
    reach: 'merchant',
    /** A picture uploaded for `merchant`; white becomes transparent in print. */
    input: z.object({ mediaId: id('印章图样') }),
    output: z.object({ stampId: out.id }),
  }),
  retireStamp: write({
    operators: false,
    path: '/api/order_contract/v1/stamp/retire',
    summary: '停用印章图样',
    permission: ['merchant.setting'],
    reach: 'merchant',
    input: z.object({ stampId: id('印章图样') }),
  }),
  kinds: read({
    path: '/api/order_contract/v1/contract_type',
    summary: '可用的合同形式',
    permission: ['order.agreement'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      forms: z.array(out.word(agreementForms)),
      /** Types of documents that can be made electronically; a missing type is signed on paper. */
      templates: z.array(z.object({ type: out.code(contractTypes), name: z.string(), version: out.count })),
    }),
    refusals: ['templateMissing', 'orderNotFound'],
  }),
  facts: read({
    path: '/api/order_contract/v1/pick_return_info',
    summary: '合同内容',
    permission: ['order.agreement'],
    input: z.object({ orderId: id('订单'), type: code(handoverTypes, '取还类型') }),
    /** The content of the document, in sections of label and text. */
    output: z.object({
      sections: z.array(
        z.object({ title: z.string(), rows: z.array(z.object({ label: z.string(), text: z.string() })) }),
      ),
      /** Names of missing facts. */
      missing: z.array(z.string()),
    }),
    refusals: ['agreementIncomplete', 'orderNotFound'],
  }),
  status: read({
    path: '/api/order_contract/v1/status',
    summary: '合同状态',
    permission: ['order.list', 'longOrder.list'],
    input: z.object({ orderId: id('订单') }),
    output: z.array(AgreementView),
    refusals: ['orderNotFound'],
  }),
  generatePickup: write({
    operators: false,
    path: '/api/order_contract/v1/generate_pickup_contract',
    summary: '生成取车合同',
    permission: ['order.agreement'],
    input: generateInput,
    output: generated,
    refusals: ['templateMissing', 'agreementIncomplete', 'agreementSigned'],
    refreshes: ['order.detail', 'pickupReturn'],
  }),
  generateReturn: write({
    operators: false,
    path: '/api/order_contract/v1/generate_return_contract',
    summary: '生成还车合同',
    permission: ['order.agreement'],
    whileSuspended: true,
    input: generateInput,
    output: generated,
    refusals: ['orderStatusRefuses', 'templateMissing', 'agreementIncomplete', 'agreementSigned'],
    refreshes: ['order.detail', 'pickupReturn'],
  }),
  generateSwap: write({
    operators: false,
    path: '/api/order_contract/v1/generate_swap_contract',
    summary: '生成换车补充协议',
    permission: ['order.agreement'],
    whileSuspended: true,
    /** `agreementId`: the pending one of the swap, or one that was made for it before. */
    input: z.object({ agreementId: id('合同'), photoIds: generateInput.shape.photoIds }),
    output: generated,
    refusals: ['templateMissing', 'agreementIncomplete', 'agreementSigned'],
    refreshes: ['order.detail'],
  }),
  generateRenewal: write({
    operators: false,
    path: '/api/order_contract/v1/generate_renewal_contract',
    summary: '生成续租合同',
    permission: ['order.agreement'],
    whileSuspended: true,
    /** `agreementId`: the pending one of the renewal, or one that was made for it before. */
    input: z.object({ agreementId: id('合同'), photoIds: generateInput.shape.photoIds }),
    output: generated,
    refusals: ['templateMissing', 'agreementIncomplete', 'agreementSigned'],
    refreshes: ['order.detail', 'renewal'],
  }),
  generateEnd: write({
    operators: false,
    path: '/api/order_contract/v1/generate_terminate_contract',
    summary: '生成提前终止协议',
    permission: ['order.agreement'],
    whileSuspended: true,
    /** `agreementId`: the pending one of the early end, or one that was made for it before. */
    input: z.object({ agreementId: id('合同'), photoIds: generateInput.shape.photoIds }),
    output: generated,
    refusals: ['templateMissing', 'agreementIncomplete', 'agreementSigned'],
    refreshes: ['order.detail', 'instalment'],
  }),
  print: write({
    operators: false,
    path: '/api/order_contract/v1/print',
    summary: '重新打印合同文件',
    permission: ['order.agreement'],
    whileSuspended: true,
    repeat: 'natural',
    input: z.object({ agreementId: id('合同') }),
    output: z.object({ file: out.word(agreementFiles) }),
  }),
  sendSms: write({
    operators: false,
    path: '/api/order_contract/v1/send_sms',
    summary: '短信发送签署链接',
    permission: ['order.agreement'],
    whileSuspended: true,
    input: z.object({ agreementId: id('合同'), phone: maybe(mobile('签署手机号')) }),
    /** Number of messages about this document today. */
    output: z.object({ smsCount: out.count, expireAt: out.time }),
    refusals: ['agreementSmsTooFrequent', 'textsExhausted', 'smsFailed', 'linkExpired', 'agreementSigned'],
  }),
  signLink: write({
    operators: false,
    path: '/api/order_contract/v1/sign_link',
    summary: '扫码或当面签署的链接',
    permission: ['order.agreement'],
    whileSuspended: true,
    repeat: 'natural',
    input: z.object({ agreementId: id('合同'), way: code([2, 3] as const, '签署方式') }),
    output: z.object({ url: z.string(), path: z.string(), expireAt: out.time }),
    refusals: ['linkExpired', 'agreementSigned'],
  }),
  signPage: read({
    path: '/api/order_contract/v1/sign_page',
    summary: '签署页内容',
    permission: 'public',
    input: z.object({ t }),
    output: z.object({
      ...shopFields,
      orderNo: z.string(),
      status: out.code(agreementStatuses),
      /** The order was cancelled, so that the document is void even when it was signed. */
      cancelled: Flag,
      phoneTail: z.string(),
      expireAt: out.time,
      signedAt: out.time.nullable(),
      /** null until the file is printed; nobody needs it to sign. */
      pdfUrl: z.string().nullable(),
      file: out.word(agreementFiles),
      paper: Paper,
    }),
    refusals: ['linkExpired'],
  }),
  signCode: write({
    path: '/api/order_contract/v1/sign_code',
    summary: '发送签署验证码',
    permission: 'public',
    repeat: 'natural',
    changes: false,
    input: z.object({ t }),
    /** Seconds. */
    output: z.object({ resendAfter: out.count }),
    refusals: ['linkExpired', 'smsTooFrequent'],
  }),
  sign: write({
    path: '/api/order_contract/v1/sign',
    summary: '签署合同',
    permission: 'public',
    repeat: 'natural',
    /** A long signature has many points with times. */
    maxBody: 64 * 1024,
    input: z.object({
      t,
      smsCode: text(6, 6, '验证码', '请输入验证码'),
      agree: flag('请阅读并勾选签署确认'),
      /** Format of `domain/agreement/handwriting.ts`. */
      hand: list(int(-1, 3_600_000, '笔迹'), LONGEST_HAND, '手写签名', 1, '请先签名'),
    }),
    output: z.object({ status: out.code(agreementStatuses) }),
    refusals: ['linkExpired', 'wrongCode', 'agreementSigned', 'tooFrequent'],
  }),
  verify: read({
    path: '/api/order_contract/v1/verify',
    summary: '核对合同文件',
    permission: 'public',
    input: z.object({ c: text(16, 40, '核对码') }),
    output: z.object({
      merchantName: z.string(),
      agreementNo: z.string(),
      type: out.code(agreementTypes),
      status: out.code(agreementStatuses),
      createdAt: out.time,
      signedAt: out.time.nullable(),
      /** Hex digests: of the content, of the file before signing, of the signed file; null while there is no such file. */
      contentSha256: z.string(),
      pdfSha256: z.string().nullable(),
      signedSha256: z.string().nullable(),
      /** The company's certificate is self-issued; null before the signing. */
      selfIssued: z.boolean().nullable(),
    }),
    refusals: ['notFound'],
  }),
  revokeLink: write({
    operators: false,
    path: '/api/order_contract/v1/revoke_link',
    summary: '作废签署链接',
    permission: ['order.agreement'],
    whileSuspended: true,
    repeat: 'natural',
    input: z.object({ agreementId: id('合同') }),
    /** Number of times that links of this document were opened. */
    output: z.object({ count: out.count }),
    refusals: ['linkExpired', 'agreementSigned'],
  }),
}
