/** Why cars are swapped, as it is mostly said. */
export const swapReasons = ['车辆故障', '爆胎', '事故', '客户要求换车'] as const

const broken = ['故障', '爆胎', '事故', '抛锚', '损坏']

/** Whether the car that comes back cannot go out again as it is, by the reason somebody gave. */
export const isBrokenReason = (reason: string): boolean => broken.some((word) => reason.includes(word))

/** A car that is taken out of service stays so until somebody sells it again; a stop of sales has an end, and this is it. */
export const STOP_DAYS = 365
