import { LanguageSwitch } from './language-switch.tsx'
import { SiteBar } from './site-bar.tsx'

/** What the head of a customer's page has besides its title: `bar` above it, else the languages beside it. Pages of staff load neither. */
export default function CustomerHead({ bar }: { readonly bar?: boolean }) {
  return bar ? <SiteBar /> : <LanguageSwitch />
}
