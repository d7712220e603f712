/** Faults of a picture that make it useless, as detected by the phone that took it. */
export const photoFaults = { small: '太小', dark: '太暗', bright: '过亮', blurred: '模糊' } as const
export type PhotoFault = keyof typeof photoFaults
export const photoFaultNames = Object.keys(photoFaults) as readonly PhotoFault[]
