import { formatMoney } from '@cheyi/domain/money'
import type { CaseEnd } from '@cheyi/domain/rental/insurance/codes'
import { insuranceEnd } from '../../../form/calls/insurance-end.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import type { InsuranceItem } from './insurance-words.ts'

const words: Readonly<
  Record<CaseEnd, { title: string; action: string; usual: readonly string[]; note: (one: InsuranceItem) => string }>
> = {
  reject: {
    title: '保险拒赔',
    action: '登记拒赔',
    usual: ['未及时报案', '不属保险责任', '驾驶人无有效驾照'],
    note: ({ claimed }) => `应收保险赔款 ${formatMoney(claimed)} 冲回；补充材料后可再次提交`,
  },
  close: {
    title: '结案',
    action: '结案',
    usual: ['已全额赔付', '按实赔结清'],
    note: ({ received }) => `已到账 ${formatMoney(received)}，结案后不能再修改`,
  },
  drop: {
    title: '销案',
    action: '销案',
    usual: ['客户自行赔付', '对方全责已赔', '登记有误'],
    note: () => '不再向保险公司理赔，案件保留备查',
  },
}

/** Ends a case, or records that the insurer rejected it. */
export default reasonSheet(insuranceEnd, ({ one, as }: { readonly one: InsuranceItem; readonly as: CaseEnd }) => {
  const { title, action, usual, note } = words[as]
  return {
    title,
    usual,
    action,
    variant: as === 'close' ? undefined : 'danger',
    start: { caseId: one.caseId, version: one.version, as },
    missing: as !== 'close' && '请填写原因',
    toast: `已${action}`,
    about: <Notice>{note(one)}</Notice>,
  }
})
