import { maskId, maskName, maskNumbers, maskPhone } from '@cheyi/domain/mask'

/** Fields of a request with personal data, and how each is shown. */
const masks: Readonly<Record<string, (text: string) => string>> = {
  name: maskName,
  mobile: maskPhone,
  idNumber: maskId,
  remark: () => '***',
}

/** A body of JSON, indented for reading, with the personal data of its customer masked. */
export function masked(body: string): string {
  try {
    const shown = JSON.parse(body, function (this: Record<string, unknown>, key, value) {
      // The customer alone has a mobile number; stores, services and channels have names, too.
      const personal = key !== 'name' || 'mobile' in this
      return typeof value === 'string' && personal && Object.hasOwn(masks, key) ? masks[key]!(value) : value
    })
    return JSON.stringify(shown, null, 2)
  } catch {
    // Cut, or no JSON: it may hold anything.
    return maskNumbers(body).replaceAll(/("(?:name|remark)"\s*:\s*")[^"]*/g, '$1***')
  }
}
