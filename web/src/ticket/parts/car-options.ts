import { displayPlate } from '@cheyi/domain/check/plate'

/** Cars by their plates, one with an open ticket says so. */
export const carOptions = (
  cars: readonly { vehicleId: string; plate: string; modelName: string; storeName: string; openNo: string | null }[],
) =>
  cars.map(({ vehicleId, plate, modelName, storeName, openNo }) => ({
    value: vehicleId,
    label: displayPlate(plate),
    note: [modelName, storeName, openNo && `有未完结工单 ${openNo}`].filter(Boolean).join(' · '),
  }))

/** An end of an empty stretch of a lane, as an address names it. */
export const instantOf = (text: string): number | null => (/^\d{12,14}$/.test(text) ? Number(text) : null)
