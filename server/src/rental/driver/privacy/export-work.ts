import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { orderKinds, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { genders, identityTypes, licenceKinds, verifyStatuses } from '@cheyi/domain/rental/driver/codes'
import { consentKinds, consentWays } from '@cheyi/domain/rental/driver/consent'
import { documentName } from '@cheyi/domain/rental/driver/documents'
import { resultText, statesText } from '@cheyi/domain/rental/driver/paper-check'
import { requestKinds, requestStatuses } from '@cheyi/domain/rental/driver/request'
import { formatLocal } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../../kernel/context.ts'
import { writeTable } from '../../../outside/table/tables.ts'
import { bulkWork, enqueueExport, keepResult } from '../../../platform/job/actions.ts'
import { heldAnswer } from '../paper-columns.ts'
import { openFile } from '../person-file.ts'
import { documentsOf } from '../person-view.ts'
import * as people from '../store-person.ts'
import * as store from './store.ts'

type Input = ParsedOf<(typeof contract.driver)['exportPerson']>

/** More rentals than any customer has. */
const MAX_ORDERS = 5_000

const moment = (at: number): string => formatLocal(at, 'YYYY-MM-DD HH:mm')
const day = (date: string | null): string => date ?? ''

/** All data of one customer as a workbook, including full numbers: the copy that the customer may request. */
export const personCopy = bulkWork<Input>({
  kind: 'personExport',
  key: 'person.view',
  whole: true,
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { person, consents, requests, orders } = await run.read(async (ctx) => gather(ctx, run.input.personId))
    const rows = {
      file: [
        ['姓名', person.name],
        ['手机号', person.phone],
        ['证件类型', identityTypes.text(person.identityType)],
        ['证件号码', person.identityNo ?? ''],
        ['证件有效期', day(person.identityExpire)],
        ['驾驶证类型', person.licenceKind === null ? '' : licenceKinds.text(person.licenceKind)],
        ['驾驶证号', person.licenceNo ?? ''],
        ['准驾车型', person.licenceClass],
        ['初次领证日期', day(person.licenceFirstIssue)],
        ['驾驶证有效期', day(person.licenceExpire)],
        ['出生日期', day(person.birthday)],
        ['性别', person.gender === null ? '' : genders.text(person.gender)],
        ['地址', person.address],
        ['标签', person.tags.join('、')],
        ['核验', verifyStatuses.text(person.verifyStatus)],
        ['未留存照片的原因', person.waiveReason],
        ['公安实名核验', resultText('idCard', person.identityCheck.result)],
        ['公安核验不一致仍通过的原因', person.mismatchReason],
        ['驾驶证核验', resultText('licence', person.licenceCheck.result)],
        ['交管登记的驾驶证状态', statesText(person.licenceCheck.states)],
        ['交管登记的准驾车型', person.licenceCheck.classes],
        ['驾驶证核验有误仍通过的原因', person.licenceReason],
        ['留存的照片', person.documents.join('、')],
      ],
      consents: consents.map((row) => [
        consentKinds.text(row.kind),
        row.textVersion,
        moment(row.at),
        consentWays.text(row.way),
        row.withdrawnAt === null ? '' : moment(row.withdrawnAt),
      ]),
      requests: requests.map((row) => [
        requestKinds.text(row.kind),
        moment(row.createdAt),
        requestStatuses.text(row.status),
        row.answer,
      ]),
      orders: orders.map((row) => [
        row.orderNo,
        orderStatuses.text(row.status),
        row.modelName,
        row.plate ?? '',
        moment(row.pickupAt),
        moment(row.returnAt),
        row.totalFen / 100,
      ]),
    }
    const bytes = await writeTable([
      { name: '个人信息', rows: [['项目', '内容'], ...rows.file], widths: [16, 40] },
      {
        name: '同意',
        rows: [['事项', '文本版本', '时间', '方式', '撤回时间'], ...rows.consents],
        widths: [16, 12, 18, 12, 18],
      },
      { name: '请求', rows: [['事项', '时间', '状态', '答复'], ...rows.requests], widths: [12, 18, 12, 40] },
      {
        name: '租车记录',
        rows: [['订单号', '状态', '车型', '车牌', '取车', '还车', '金额'], ...rows.orders],
        widths: [18, 10, 20, 12, 18, 18, 12],
      },
    ])
    const file = await keepResult(run, bytes, `个人信息副本${formatLocal(run.now, 'YYYYMMDDHHmm')}.xlsx`)
    return { state: jobState.done, file }
  },
})

async function gather(ctx: Context, personId: string) {
  const row = requireFound(await people.byId(ctx.db, personId))
  const [consents, requests, orders] = await Promise.all([
    store.consents(ctx.db, personId),
    store.requests(ctx.db, personId),
    people.ordersOf(ctx.db, personId, orderKinds.values, MAX_ORDERS),
  ])
  const file = openFile(ctx.vault, row)
  const documents = documentsOf(row).map(({ slot }) => documentName(slot, row.identityType, row.licenceKind))
  return {
    person: {
      ...file,
      tags: row.tags,
      verifyStatus: row.verifyStatus,
      waiveReason: row.waiveReason,
      identityCheck: heldAnswer(ctx.vault, 'idCard', row, file),
      mismatchReason: row.mismatchReason,
      licenceCheck: heldAnswer(ctx.vault, 'licence', row, file),
      licenceReason: row.licenceReason,
      documents,
    },
    consents,
    requests,
    orders,
  }
}

/** @throws Refusal notFound (-4); tooFrequent (-7) */
export const exportPerson: HandlerOf<'driver', 'exportPerson'> = async ({ personId }, ctx) => {
  requireFound(await people.byId(ctx.db, personId))
  return enqueueExport(ctx, personCopy, { personId })
}
