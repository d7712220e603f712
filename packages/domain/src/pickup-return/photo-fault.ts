/** What keeps a picture from showing anything, as the phone that took it judged. */
export const photoFaults = { small: '太小', dark: '太暗', bright: '过亮', blurred: '模糊' } as const
export type PhotoFault = keyof typeof photoFaults
export const photoFaultNames = Object.keys(photoFaults) as readonly PhotoFault[]
