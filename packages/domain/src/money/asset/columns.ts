/** Columns of 固定资产清单, on the screen and in the export file, in their order. */
export const assetColumns = {
  plate: '车牌号',
  model: '车型',
  store: '门店',
  state: '状态',
  boughtOn: '启用日期',
  cost: '原值',
  life: '使用月数',
  residual: '预计残值',
  residualRate: '残值率',
  method: '折旧方法',
  month: '本月折旧',
  depreciated: '累计折旧',
  net: '净值',
  disposedOn: '处置日期',
  proceeds: '处置收入',
  gain: '处置损益',
} as const
