/** Columns of the vehicle list, on the screen and in the export file, in their order. */
export const vehicleColumns = {
  plate: '车牌号',
  state: '状态',
  model: '车型',
  next: '下一安排',
  store: '停放门店',
  parkingNote: '停放位置',
  odometer: '里程',
  plateColor: '车牌颜色',
  insurance: '交强险到期',
  commercial: '商业险到期',
  inspection: '年检到期',
  plateExpiry: '牌照到期',
} as const
export type VehicleColumn = keyof typeof vehicleColumns

/** Sort orders of the vehicle list: by group, by plate, by highest mileage, by one document, by the document that expires next. */
export const vehicleSorts = ['state', 'plate', 'odometer', 'insurance', 'commercial', 'inspection', 'expiry'] as const
export type VehicleSort = (typeof vehicleSorts)[number]
