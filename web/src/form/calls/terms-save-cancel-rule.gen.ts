// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const termsSaveCancelRule = formCall(calls.terms.saveCancelRule, {
  id: { label: '取消规则' },
  version: {},
  name: { label: '名称', max: [30, '名称不能超过30字'], missing: '请填写名称' },
  sources: { label: '渠道', max: [20, '渠道最多20项'] },
  storeIds: { label: '门店', max: [500, '门店最多500项'] },
  season: { label: '适用日期', missing: '请选择适用日期' },
  tiers: { label: '违约金', max: [12, '违约金最多12项'], item: { label: '违约金', missing: '请填写违约金', fields: { minMinutesBefore: { label: '取车前分钟', int: '取车前分钟应为0至525600的整数', min: [0, '取车前分钟应为0至525600的整数'], max: [525600, '取车前分钟应为0至525600的整数'], missing: '请输入取车前分钟' }, rateBp: { label: '违约金比例', int: '违约金比例应为-1至100000的整数', min: [-1, '违约金比例应为-1至100000的整数'], max: [100000, '违约金比例应为-1至100000的整数'], none: true }, fixedFen: { label: '违约金金额', int: '违约金金额超出范围', min: [-100000000000, '违约金金额超出范围'], max: [100000000000, '违约金金额超出范围'], none: true } } } },
  base: { label: '计算基数', missing: '请选择计算基数' },
  maxPenaltyDays: { label: '封顶天数', int: '封顶天数应为1至365的整数', min: [1, '封顶天数应为1至365的整数'], max: [365, '封顶天数应为1至365的整数'], none: true },
  noShowAfterMinutes: { label: '未到店时长', int: '未到店时长应为0至2880的整数', min: [0, '未到店时长应为0至2880的整数'], max: [2880, '未到店时长应为0至2880的整数'] },
  penaltyFromDeposit: { label: '押金抵扣' },
  enabled: { label: '启用' },
})
