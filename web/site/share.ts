import { invokeInWechat } from '../src/kernel/device/wechat.ts'
import { ask } from './ask.ts'
import type { View } from './view.ts'

/*
 * The card by which a page is shared inside WeChat. WeChat's own script would do the same by the same functions of the app; without it, no
 * page loads a script of somebody else.
 */

const functions = ['updateAppMessageShareData', 'updateTimelineShareData'] as const

/** Of a trip: where the customer lives is nobody else's. */
const ownFields = ['addr', 'lng', 'lat', 'collect', 'from'] as const

/** Sets the card. Where anything fails, WeChat shows the title and the address as of any page. */
export async function setShareCard(view: View): Promise<void> {
  const { proof } = await ask(view.site, 'share', { url: location.href.replace(/#.*/, '') })
  if (proof === null) return
  const { appId, timestamp, nonceStr, signature } = proof
  const signed = {
    ...{ appId, verifyAppId: appId, verifySignType: 'sha1', verifyTimestamp: timestamp },
    ...{ verifyNonceStr: nonceStr, verifySignature: signature },
  }
  if (!(await invokeInWechat('preVerifyJSAPI', { ...signed, verifyJsApiList: functions }))) return
  const card = { title: document.title, desc: contentOf('name=description'), link: linkOf(view), imgUrl: pictureOf() }
  for (const name of functions) await invokeInWechat(name, { ...signed, ...card })
}

const contentOf = (meta: string): string => document.querySelector<HTMLMetaElement>(`meta[${meta}]`)?.content ?? ''

/** The car or the logo, by an address that lasts: the signed one of the page ends before a card is opened. */
const pictureOf = (): string => contentOf('property="og:image"')

/** The page itself; of pages of one customer, the home page. */
function linkOf({ kind, site }: View): string {
  if (kind === 'rentals' || kind === 'rental') return new URL(`/s/${site}`, location.href).href
  const link = new URL(location.href)
  link.hash = ''
  for (const name of ownFields) link.searchParams.delete(name)
  return link.href
}
