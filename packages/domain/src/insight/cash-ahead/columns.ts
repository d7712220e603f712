/** Columns of the export of 资金预测, in their order. */
export const cashColumns = {
  week: '周',
  kind: '项目',
  day: '预计日期',
  dueOn: '到期日',
  late: '通常晚天数',
  subject: '来源',
  name: '名称',
  note: '说明',
  certainty: '把握',
  receipt: '预计收入',
  payment: '预计支出',
} as const
