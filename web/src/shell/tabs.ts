/** The pages of the phone's tab bar; they slide in from nowhere and have no way back. */
const tabs = ['/', '/order', '/stock', '/dataOverview']

export const isTab = (path: string): boolean => tabs.includes(path)
