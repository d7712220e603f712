import { type CodeOf, enumeration } from '../../enumeration.ts'

export const identityTypes = enumeration({
  idCard: [1, '身份证'],
  passport: [2, '护照'],
  hkMacauPermit: [3, '港澳居民来往内地通行证'],
  taiwanPermit: [4, '台湾居民来往大陆通行证'],
  hkMacauTaiwanResidence: [5, '港澳台居民居住证'],
  foreignerResidence: [6, '外国人永久居留身份证'],
})
export const identityType = identityTypes.code
export type IdentityType = CodeOf<typeof identityTypes>

/** Kinds of driving licences; which of them are valid on the mainland: `licence-kind.ts`. */
export const licenceKinds = enumeration({
  mainland: [1, '中国内地驾驶证'],
  permit: [2, '临时机动车驾驶许可'],
  hkMacauTaiwan: [3, '港澳台驾驶证'],
  foreign: [4, '外国驾驶证'],
})
export const licenceKind = licenceKinds.code
export type LicenceKind = CodeOf<typeof licenceKinds>

export const genders = enumeration({ male: [1, '男'], female: [2, '女'] })
export const gender = genders.code
export type Gender = CodeOf<typeof genders>

export const verifyStatuses = enumeration({ unverified: [0, '未核验'], passed: [1, '通过'], failed: [2, '未通过'] })
export const verifyStatus = verifyStatuses.code
export type VerifyStatus = CodeOf<typeof verifyStatuses>

export const isVerified = (status: number | undefined): boolean => status === verifyStatus.passed

/** Status of a delivery or collection task. */
export const driverTaskStatuses = enumeration({
  waiting: [0, '待出发'],
  running: [1, '进行中'],
  done: [2, '完成'],
  cancelled: [3, '取消'],
})
export const driverTaskStatus = driverTaskStatuses.code
export type DriverTaskStatus = CodeOf<typeof driverTaskStatuses>

export const driverTaskTypes = enumeration({ deliver: [0, '送车'], collect: [1, '取车'] })
export const driverTaskType = driverTaskTypes.code
export type DriverTaskType = CodeOf<typeof driverTaskTypes>

/** Answer of a state register about a document. */
export const checkResults = enumeration({
  unchecked: [0, '未核验'],
  same: [1, '核验一致'],
  different: [2, '核验不一致'],
  nobody: [3, '查无记录'],
})
export const checkResult = checkResults.code
export type CheckResult = CodeOf<typeof checkResults>
