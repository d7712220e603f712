import { orderKinds, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { carTypes } from '@cheyi/domain/fleet/inventory/codes'
import { commandStates, commandTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { payKinds } from '@cheyi/domain/money/payment/codes'
import { maxBytes } from '@cheyi/domain/platform/media/path'
import { consentKinds } from '@cheyi/domain/rental/driver/consent'
import { documentSlots } from '@cheyi/domain/rental/driver/documents'
import { fuelKinds, handoverType, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { photoFaultNames } from '@cheyi/domain/rental/pickup-return/photo-fault'
import { MAX_RECORD_MEDIA, type PhotoSlot, photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import { customerCommands } from '@cheyi/domain/rental/self-service/car'
import { selfStatuses } from '@cheyi/domain/rental/self-service/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  decimal,
  Flag,
  flag,
  id,
  int,
  linkToken,
  list,
  maybe,
  nestedRecord,
  text,
  time,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { BegunFile, digest, MediaView, uploadKey } from '../platform/media.ts'
import { shopFields } from '../platform/store.ts'
import { readingFields } from './arrange.ts'
import { DamageMark, HandoverRecord, HandoverTask, recordFields } from './pickup-return-record.ts'

const slots = Object.keys(photoSlots) as PhotoSlot[]
const t = linkToken()
const type = code(handoverTypes, '取还类型')
const ofLink = { t, type }
/** Payments and documents of a return are handled at the store. */
const ofPickup = { t, type: code([handoverType.pickup] as const, '取还类型') }
const ofOrder = { orderId: id('订单'), type }

/** What a link shows before the customer is authenticated: no renter, plate or amount. */
const Door = z.object({
  ...shopFields,
  modelName: z.string(),
  at: out.time,
  /** From when the customer may begin; null: now. */
  opensAt: out.time.nullable(),
  phoneTail: z.string(),
  expireAt: out.time,
})

/** Why the record cannot be submitted yet. `step` as in {@link selfStepNames}. */
const selfStepNames = ['rules', 'papers', 'place', 'photos', 'readings', 'keys', 'money', 'paper', 'lock'] as const
export type SelfStep = (typeof selfStepNames)[number]
const Gap = z.object({ step: out.word(selfStepNames), text: z.string() })

const Reason = z.object({ slot: out.word(slots), text: z.string() })

const Photo = z.object({ slot: out.word(slots), media: MediaView, at: out.time })

/** Present and previous readings of the car. */
const readings = {
  mileageKm: out.count.nullable(),
  fuelEighths: out.count.nullable(),
  batteryPct: out.count.nullable(),
}

/** At a return: the reported position of the car; `distanceM` null without a usable position. */
const Place = z.object({ at: out.time, distanceM: out.count.nullable() })

/** The position of the phone, WGS-84. */
const position = nestedRecord(
  {
    lng: decimal(-180, 180, '经度'),
    lat: decimal(-90, 90, '纬度'),
    accuracyM: decimal(0, 1_000_000, '定位精度'),
  },
  '位置',
)

/** The terminal of the car, for the customer who has it. */
const Doors = z.object({
  online: Flag,
  locked: Flag,
  /** The last command of anyone that opens, locks or finds the car; `why` it was refused, or ''. */
  last: z
    .object({ type: out.code(commandTypes), state: out.code(commandStates), why: z.string(), at: out.time })
    .nullable(),
})

/** Where the customer left keys and car. */
const left = { keyNote: z.string(), parkingNote: z.string() }

/** Everything that the customer's page shows. Amounts in fen. */
const SelfTask = z.object({
  orderId: out.id,
  status: out.code(selfStatuses),
  version: out.count,
  orderNo: z.string(),
  renterName: z.string(),
  plate: z.string(),
  modelName: z.string(),
  carType: out.code(carTypes),
  image: z.string().nullable(),
  ...shopFields,
  storeAddress: z.string(),
  pickupAt: out.time,
  returnAt: out.time,
  /** Price, deposits and rules, as in the contract. */
  rules: z.array(z.object({ title: z.string(), rows: z.array(z.object({ label: z.string(), text: z.string() })) })),
  agreed: Flag,
  fuelKind: out.code(fuelKinds),
  ...readings,
  last: z.object(readings),
  photos: z.array(Photo),
  marks: z.array(DamageMark),
  /** At a return: the reported position of the car; null while it is missing or too old. */
  place: Place.nullable(),
  left: z.object(left),
  /** Slots of this handover that need a picture. */
  slots: z.array(out.word(slots)),
  /** Slots that still have to be photographed, including rejected ones. */
  toTake: z.array(out.word(slots)),
  reasons: z.array(Reason),
  /** Amounts to be paid before the pickup; `online`: can be paid on our page. */
  money: z.array(
    z.object({
      payKind: out.code(payKinds),
      refId: out.id,
      name: z.string(),
      why: z.string(),
      amount: out.fen,
      online: Flag,
    }),
  ),
  /** The contract: not made yet, waiting for the signature, signed. */
  paper: out.word(['none', 'waiting', 'signed'] as const),
  /** Problems with the customer's documents, as text; staff handle them. */
  papers: z.array(z.string()),
  /** Document pages to be photographed before staff verify them, `mediaId` null where there is none yet; empty once verified. */
  documents: z.array(
    z.object({
      slot: out.word(documentSlots),
      name: z.string(),
      required: Flag,
      mediaId: out.id.nullable(),
      /** Why staff request another picture of it; null: they do not. */
      reason: z.string().nullable(),
    }),
  ),
  /** Consents of the customer to pictures. */
  consents: z.array(out.code(consentKinds)),
  gaps: z.array(Gap),
  handedInAt: out.time.nullable(),
  submittedAt: out.time.nullable(),
  /** When the return was confirmed, including its settlement. */
  returnedAt: out.time.nullable(),
  /** While the customer has a car with a terminal. */
  doors: Doors.nullable(),
  /** Where keys and car are; shown only after the pickup is confirmed. */
  keyNote: z.string().nullable(),
  parkingNote: z.string().nullable(),
  expireAt: out.time,
})

const refusals = ['linkExpired', 'passEnded', 'passElsewhere', 'selfTooEarly', 'checkDone', 'selfHandedIn'] as const

export const selfService = {
  link: write({
    operators: false,
    path: '/api/self/v1/link',
    summary: '发送自助取还链接',
    permission: ['order.pickup', 'order.return'],
    input: z.object({
      orderId: id('订单'),
      type,
      /** 1 a text message to the customer, 2 a code on the screen. */
      way: code([1, 2] as const, '发送方式'),
    }),
    output: z.object({ url: z.string(), expireAt: out.time, sentTo: z.string().nullable() }),
    refusals: ['orderStatusRefuses', 'agreementIncomplete', 'textsExhausted', 'smsFailed'],
    refreshes: ['order.detail'],
  }),
  takeOver: write({
    operators: false,
    path: '/api/self/v1/take_over',
    summary: '门店接管自助取还',
    permission: ['order.selfVerify'],
    repeat: 'natural',
    whileSuspended: true,
    input: z.object(ofOrder),
    refusals: ['checkDone'],
    refreshes: ['order', 'pickupReturn', 'todo', 'overview'],
  }),
  check: read({
    path: '/api/self/v1/check',
    summary: '自助验车',
    permission: ['order.selfVerify'],
    input: z.object(ofOrder),
    output: z.object({
      status: out.code(selfStatuses),
      orderNo: z.string(),
      orderKind: out.code(orderKinds),
      orderStatus: out.code(orderStatuses),
      contactName: z.string(),
      plate: z.string(),
      modelName: z.string(),
      at: out.time,
      fuelKind: out.code(fuelKinds),
      record: HandoverRecord.nullable(),
      /** Readings and photos before: of the car's last handover, at a return of this order's pickup. */
      last: z.object({ ...readings, at: out.time.nullable(), photos: z.array(Photo), marks: z.array(DamageMark) }),
      reasons: z.array(Reason),
      handedInAt: out.time.nullable(),
      submittedAt: out.time.nullable(),
      /** At a return: the position that the customer reported; null before that. */
      place: Place.nullable(),
      /** At a return: whether the terminal shows that the car is locked; null: it has none. */
      locked: Flag.nullable(),
      /** At a return: the last position that was refused because it is too far away. */
      refusedPlace: Place.nullable(),
      decidedName: z.string(),
      decidedAt: out.time.nullable(),
      /** Reasons that block the pickup, as at the store; for a return, those that block its check. */
      blocking: HandoverTask.shape.blocking,
      /** For a pickup: the renter whose documents are not verified yet, with their pictures. */
      papers: z
        .object({
          personId: out.id,
          pages: z.array(
            z.object({
              slot: out.word(documentSlots),
              name: z.string(),
              mediaId: out.id.nullable(),
              /** Why it was rejected, while there is no newer picture. */
              reason: z.string().nullable(),
            }),
          ),
        })
        .nullable(),
      version: out.count,
    }),
    refusals: ['orderNotFound'],
  }),
  verify: write({
    operators: false,
    path: '/api/self/v1/verify',
    summary: '自助验车：通过或驳回',
    permission: ['order.selfVerify'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({
      ...ofOrder,
      /** Version of the record that was checked. */
      version: Version,
      pass: flag('请选择通过或驳回', '结果'),
      /** Reasons for rejected pictures, by slot. */
      reasons: maybe(
        list(
          nestedRecord({ slot: word(slots, '照片位置'), text: text(1, 100, '驳回原因') }, '驳回原因'),
          MAX_RECORD_MEDIA,
          '驳回原因',
        ),
      ),
      /** For a pickup: reasons for rejected pictures of the renter's documents; also allowed before the submission. */
      papers: maybe(
        list(
          nestedRecord({ slot: word(documentSlots, '证件'), text: text(1, 100, '驳回原因') }, '驳回原因'),
          documentSlots.length,
          '驳回原因',
        ),
      ),
      mileageKm: maybe(readingFields.mileageKm),
      fuelEighths: readingFields.fuelEighths,
      batteryPct: readingFields.batteryPct,
      /** For a return without a position: staff recognised the parking position in the pictures. */
      placeSeen: maybe(Flag),
    }),
    output: z.object({ status: out.code(selfStatuses), orderStatus: out.code(orderStatuses) }),
    refusals: [
      'checkDone',
      'pickupBlocked',
      'orderStatusRefuses',
      'settlementChanged',
      'photosIncomplete',
      'mileageBelowPickup',
    ],
    refreshes: ['order', 'pickupReturn', 'overview', 'todo', 'stock', 'arrange', 'expense', 'deposit', 'agreement'],
  }),
  door: read({
    path: '/api/self/v1/door',
    summary: '自助取还：链接说明',
    permission: 'public',
    input: z.object(ofLink),
    output: Door,
    refusals: ['linkExpired'],
  }),
  otp: write({
    path: '/api/self/v1/otp',
    summary: '自助取还：发送验证码',
    permission: 'public',
    repeat: 'natural',
    changes: false,
    input: z.object(ofLink),
    /** Seconds. */
    output: z.object({ resendAfter: out.count }),
    refusals: ['linkExpired', 'smsTooFrequent'],
  }),
  enter: write({
    path: '/api/self/v1/enter',
    summary: '自助取还：验证手机',
    permission: 'public',
    repeat: 'natural',
    input: z.object({ ...ofLink, smsCode: text(6, 6, '验证码', '请输入验证码') }),
    /** `replaced`: another phone had the session until now. */
    output: z.object({ pass: z.string(), expireAt: out.time, replaced: Flag }),
    refusals: ['linkExpired', 'wrongCode', 'tooFrequent'],
  }),
  /** The session token is sent in the header x-link-pass, here and below. */
  task: read({
    path: '/api/self/v1/task',
    summary: '自助取还：办理进度',
    permission: 'public',
    input: z.object(ofLink),
    output: SelfTask,
    refusals,
  }),
  save: write({
    path: '/api/self/v1/save',
    summary: '自助取还：保存',
    permission: 'public',
    repeat: 'natural',
    audit: false,
    maxBody: 96 * 1024,
    input: z.object({
      ...ofLink,
      /** The customer has read and accepted rules and prices. */
      agreed: maybe(Flag),
      mileageKm: maybe(readingFields.mileageKm),
      fuelEighths: readingFields.fuelEighths,
      batteryPct: readingFields.batteryPct,
      damageMarks: recordFields.damageMarks,
      /** For a return. */
      keyNote: maybe(text(0, 100, '钥匙位置')),
      parkingNote: recordFields.parkingNote,
    }),
    refusals,
  }),
  place: write({
    path: '/api/self/v1/place',
    summary: '自助还车：车辆位置',
    permission: 'public',
    repeat: 'natural',
    audit: false,
    input: z.object({
      t,
      /** WGS-84, from the phone; missing where the customer shares none. Only its distance is stored. */
      position: maybe(position),
    }),
    output: Place,
    refusals: [...refusals, 'outOfReturnRange'],
  }),
  /** Opens, locks or finds the car, by the customer beside it. The position is compared with that of the car and not stored. */
  command: write({
    path: '/api/self/v1/command',
    summary: '自助取还：解锁、锁车、寻车',
    permission: 'public',
    repeat: 'natural',
    input: z.object({ ...ofLink, command: code(customerCommands, '车辆操作'), position: maybe(position) }),
    refusals: [
      ...refusals,
      'farFromCar',
      'carPositionUnknown',
      'carPositionOld',
      'deviceOffline',
      'unlockWhileMoving',
      'tooFrequent',
    ],
  }),
  photoBegin: write({
    path: '/api/self/v1/photo/begin',
    summary: '自助取还：开始或继续一张照片，答复尚缺的分片',
    permission: 'public',
    repeat: 'natural',
    audit: false,
    input: z.object({
      ...ofLink,
      uploadKey,
      name: text(1, 200, '文件名'),
      size: int(1, maxBytes.image, '照片大小', '单张照片不能超过20MB'),
      takenAt: maybe(time('拍摄时间')),
      /** For a picture of the customer's documents, not of the car. */
      isPaper: maybe(Flag),
    }),
    output: BegunFile,
    refusals: [...refusals, 'fileTypeRefused', 'tooManyFiles', 'repeatDiffers'],
  }),
  photoPart: write({
    path: '/api/self/v1/photo/part',
    summary: '自助取还：上传照片的分片',
    permission: 'public',
    repeat: 'natural',
    upload: 'part',
    audit: false,
    /** The link's token is sent in the header x-link-token. */
    input: z.object({ type, mediaId: id('照片'), no: int(0, 700, '分片序号'), sha256: digest }),
    refusals: [...refusals, 'repeatDiffers'],
  }),
  photo: write({
    path: '/api/self/v1/photo',
    summary: '自助取还：完成照片，放到它的位置',
    permission: 'public',
    repeat: 'natural',
    audit: false,
    input: z.object({
      ...ofLink,
      mediaId: id('照片'),
      /** SHA-256 of the digests of its parts, as for `media.complete`. */
      sha256: digest,
      slot: word(slots, '照片位置'),
      /** The phone recommended another picture, and the customer sends this one. */
      fault: maybe(word(photoFaultNames, '照片问题')),
    }),
    output: MediaView,
    refusals: [...refusals, 'fileTooLarge', 'fileTypeRefused', 'tooManyFiles'],
  }),
  document: write({
    path: '/api/self/v1/document',
    summary: '自助取车：完成证件照片',
    permission: 'public',
    repeat: 'natural',
    audit: false,
    input: z.object({
      ...ofPickup,
      mediaId: id('照片'),
      /** As for `photo`. */
      sha256: digest,
      slot: word(documentSlots, '证件'),
      /** The customer consents to it, by the text on the page. */
      consent: maybe(Flag),
    }),
    output: z.object({ mediaId: out.id }),
    refusals: [...refusals, 'fileTooLarge', 'fileTypeRefused', 'tooManyFiles'],
  }),
  dropPhoto: write({
    path: '/api/self/v1/photo/drop',
    summary: '自助取还：删除照片',
    permission: 'public',
    repeat: 'natural',
    audit: false,
    input: z.object({ ...ofLink, mediaId: id('照片') }),
    refusals,
  }),
  pay: write({
    path: '/api/self/v1/pay',
    summary: '自助取还：去付款',
    permission: 'public',
    repeat: 'natural',
    changes: false,
    input: z.object({ ...ofPickup, payKind: code(payKinds, '收款项目'), refId: id('关联单据') }),
    output: z.object({ t: z.string() }),
    refusals: [...refusals, 'alreadyPaid', 'payWayClosed'],
  }),
  paper: write({
    path: '/api/self/v1/paper',
    summary: '自助取还：去签合同',
    permission: 'public',
    repeat: 'natural',
    changes: false,
    input: z.object(ofPickup),
    /** '' while it is being made. */
    output: z.object({ t: z.string() }),
    refusals: [...refusals, 'selfIncomplete', 'templateMissing', 'agreementIncomplete', 'agreementSigned'],
  }),
  submitPickup: write({
    path: '/api/self/v1/submit_pickup',
    summary: '自助取车：提交验车',
    permission: 'public',
    repeat: 'natural',
    input: z.object({ t }),
    output: z.object({ status: out.code(selfStatuses) }),
    refusals: [...refusals, 'selfIncomplete'],
  }),
  /** The time of the submission counts as the return, however long the check takes. */
  submitReturn: write({
    path: '/api/self/v1/submit_return',
    summary: '自助还车：提交验车',
    permission: 'public',
    repeat: 'natural',
    input: z.object({ t }),
    output: z.object({ status: out.code(selfStatuses) }),
    refusals: [...refusals, 'selfIncomplete'],
  }),
}
