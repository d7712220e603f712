import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { MAX_TAG, MAX_TAGS } from '@cheyi/domain/fleet/inventory/tags'
import { driverTaskStatuses, driverTaskTypes, genders, verifyStatuses } from '@cheyi/domain/rental/driver/codes'
import { customerColumns } from '@cheyi/domain/rental/driver/columns'
import { customerSorts } from '@cheyi/domain/rental/driver/customer'
import { documentSlots } from '@cheyi/domain/rental/driver/documents'
import { readSlots } from '@cheyi/domain/rental/driver/reading'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  date,
  decimal,
  Flag,
  flag,
  id,
  idOrNone,
  list,
  maybe,
  paging,
  text,
  time,
  word,
} from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { tableLooks } from '../platform/job.ts'
import { MediaView } from '../platform/media.ts'
import { person } from './driver-person.ts'
import { privacy } from './driver-privacy.ts'

/** The list of customers (客户), with what each has rented. */

const filter = {
  /** The full phone number or its last four digits, the document number, or the beginning of a name. */
  keyword: maybe(text(2, 60, '手机号、姓名或证件号')),
  /** Their rentals at this store; missing: at all stores, or at the first store of an account that sees some. */
  storeId: maybe(id('门店')),
  tag: maybe(text(1, MAX_TAG, '标签')),
  /** From the highest value down; missing: the newest customers first. */
  sort: maybe(word(customerSorts, '排序')),
}

const customerCalls = {
  customers: read({
    path: '/api/person/v1/list',
    summary: '客户列表',
    permission: ['person.view'],
    input: z.object({ ...cursorPaging(), ...filter }),
    /** At most the 40 newest that match a keyword. Figures are usually a minute old. */
    output: out.page(
      z.object({
        personId: out.id,
        name: z.string(),
        /** Masked. */
        phone: z.string(),
        verifyStatus: out.code(verifyStatuses),
        blacklist: z.boolean(),
        tags: z.array(z.string()),
        /** Rentals that are not cancelled, and their totals. */
        orders: out.count,
        spent: out.fen,
        /** Debts of ended rentals; what a company pays is not among them. */
        owed: out.fen,
        /** The latest pickup, planned or done. */
        lastAt: out.time.nullable(),
      }),
    ),
  }),
  customerTags: read({
    path: '/api/person/v1/tag/list',
    summary: '客户标签',
    permission: ['person.view'],
    input: z.object({ storeId: maybe(id('门店')) }),
    /** The tags that customers have, at most 50. */
    output: z.array(z.string()),
  }),
  setTags: write({
    operators: false,
    path: '/api/person/v1/tag/save',
    summary: '设置客户标签',
    permission: ['person.edit'],
    repeat: 'natural',
    input: z.object({ personId: id('客户'), tags: list(text(1, MAX_TAG, '标签'), MAX_TAGS, '标签') }),
    output: z.object({ tags: z.array(z.string()) }),
    refusals: ['personNotServed'],
  }),
  exportCustomers: write({
    operators: false,
    path: '/api/person/v1/list/export',
    summary: '导出客户',
    permission: ['person.view'],
    changes: false,
    /** `whole`: with full phone numbers, for accounts that may export orders of all stores, within an hour of a proof of identity. */
    input: z.object({ ...filter, whole: maybe(Flag), ...tableLooks(customerColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'proofNeeded'],
  }),
}

/** OCR of documents. */
const reading = {
  readDocument: write({
    operators: false,
    path: '/api/person/v1/ocr',
    summary: '识别证件照片',
    permission: ['person.edit'],
    changes: false,
    input: z.object({
      mediaId: id('证件照片'),
      slot: word(readSlots, '证件页面'),
      /** The customer whose file the picture is for, if it exists. */
      personId: maybe(id('客户')),
      /** The customer has just consented to storing and reading documents. */
      consent: maybe(Flag),
    }),
    /** The OCR result, to be compared with the document; null on a retry, since it is not stored. */
    output: z.object({
      reading: z
        .object({
          name: z.string().nullable(),
          identityNo: z.string().nullable(),
          identityExpire: out.date.nullable(),
          forever: z.boolean(),
          birthday: out.date.nullable(),
          gender: out.code(genders).nullable(),
          address: z.string().nullable(),
          licenceNo: z.string().nullable(),
          licenceClass: z.string().nullable(),
          licenceFirstIssue: out.date.nullable(),
          licenceExpire: out.date.nullable(),
        })
        .nullable(),
    }),
    refusals: ['ocrAbsent', 'ocrFailed', 'ocrSpent', 'personNotServed'],
  }),
}

/** A delivery or a collection that a driver does for an order. Phone masked. */
export const DriverTask = z.object({
  taskId: out.id,
  ...orderRef,
  orderStatus: out.code(orderStatuses),
  type: out.code(driverTaskTypes),
  status: out.code(driverTaskStatuses),
  planAt: out.time,
  accountId: out.id,
  driverName: z.string(),
  storeName: z.string(),
  /** Of the customer, or of the store when they meet there. WGS-84. */
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  distanceM: out.count.nullable(),
  contactName: z.string(),
  phone: z.string(),
  modelName: z.string(),
  plate: z.string().nullable(),
  /** When the driver reported their arrival. */
  arrivedAt: out.time.nullable(),
  version: out.count,
})

export const certificateKinds = ['documents', 'vouchers'] as const

export const driver = {
  box: read({
    method: 'GET',
    path: '/api/user/v1/driver/box',
    summary: '可派司机',
    permission: ['order.arrange', 'ticket'],
    input: z.object({ storeId: maybe(id('门店')) }),
    output: z.array(
      z.object({
        /** Account id. */
        id: out.id,
        name: z.string(),
        mobile: z.string(),
        onDuty: z.boolean(),
        tasksToday: out.count,
        /** End of the running or next task; null when free. */
        busyUntil: out.time.nullable(),
      }),
    ),
  }),
  arrange: write({
    operators: true,
    path: '/api/pick_diver/arrange/v1',
    summary: '指派司机',
    permission: ['order.arrange'],
    input: z.object({
      orderId: id('订单'),
      type: code(driverTaskTypes, '取送类型'),
      /** Empty cancels the task. */
      accountId: idOrNone('送车员'),
      /** Missing: the planned pickup or return. */
      planAt: maybe(time('出发时间')),
    }),
    /** null after a cancel. */
    output: z.object({ task: DriverTask.nullable() }),
    refusals: ['orderStatusRefuses', 'driverBusy', 'noDelivery'],
    refreshes: ['order.detail', 'overview.home', 'pickupReturn.task'],
  }),
  arrive: write({
    operators: false,
    path: '/api/pick_diver/arrive/v1',
    summary: '司机到达',
    permission: ['order.pickup', 'order.return'],
    whileSuspended: true,
    repeat: 'natural',
    input: z.object({
      taskId: id('任务'),
      /** WGS-84, both or neither, because a phone may not share its position. */
      lng: maybe(decimal(-180, 180, '经度')),
      lat: maybe(decimal(-90, 90, '纬度')),
    }),
    output: z.object({ arrivedAt: out.time }),
    refusals: ['orderStatusRefuses', 'notFound'],
    refreshes: ['order.detail', 'order.log'],
  }),
  tasks: read({
    path: '/api/pick_diver/list/v1',
    summary: '取送任务',
    permission: ['order.list', 'longOrder.list'],
    input: z.object({
      ...paging(),
      accountId: maybe(id('送车员')),
      date: maybe(date('日期')),
      /** Together with the day: also unfinished tasks of earlier days, listed first. */
      left: maybe(flag('请选择是否含未完成', '含未完成')),
      status: maybe(list(code(driverTaskStatuses, '任务状态'), 4, '任务状态')),
    }),
    output: out.page(DriverTask),
  }),
  tasksOfOrder: read({
    path: '/api/pick_diver/list_by_order/v1',
    summary: '订单的取送任务',
    permission: ['order.list', 'longOrder.list'],
    input: z.object({ orderId: id('订单') }),
    output: z.array(DriverTask),
    refusals: ['orderNotFound'],
  }),
  certificates: read({
    path: '/api/order/v1/certificate/detail',
    summary: '证件与凭证',
    permission: ['person.view', 'order.voucher'],
    input: z.object({ orderId: id('订单'), kind: maybe(word(certificateKinds, '类别')) }),
    /** Documents require `person.view`, vouchers `order.voucher`; empty otherwise. */
    output: z.object({
      documents: z.array(
        z.object({ personId: out.id, name: z.string(), slot: out.word(documentSlots), media: MediaView }),
      ),
      /** The record that referenced it first. */
      vouchers: z.array(z.object({ from: z.string(), at: out.time, media: MediaView })),
    }),
    refusals: ['orderNotFound'],
  }),
  ...customerCalls,
  ...person,
  ...privacy,
  ...reading,
}
