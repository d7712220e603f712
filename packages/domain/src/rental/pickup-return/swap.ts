/** Suggested reasons for a swap. */
export const swapReasons = ['车辆故障', '爆胎', '事故', '客户要求换车'] as const

const broken = ['故障', '爆胎', '事故', '抛锚', '损坏']

/** Whether the returned car cannot be rented out again at once, by the entered reason. */
export const isBrokenReason = (reason: string): boolean => broken.some((word) => reason.includes(word))

/** A car that is taken out of service stays blocked until staff put it on sale again; since a stop needs an end, it gets this one. */
export const STOP_DAYS = 365
