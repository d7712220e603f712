import type { ReactNode } from 'react'
import { isChinese, isHan, isTranslated, translate } from '../../../words/words.ts'

/** What is Chinese in every language: a name, an address, what a person wrote. Screen readers read it as Chinese. */
export const AsWritten = ({ children }: { readonly children: ReactNode }) =>
  isTranslated() ? <span lang="zh-CN">{children}</span> : children

/** A text of the server in the language of the page; what the words do not know is shown as it came. */
export function Sent({ text }: { readonly text: string }) {
  const said = translate(text)
  return isChinese(said) && !isHan() ? <AsWritten>{said}</AsWritten> : said
}

/** A text of law: its Chinese is binding and stands below its translation. */
export const Binding = ({ text }: { readonly text: string }) => (
  <>
    <Sent text={text} />
    {translate(text) !== text && <small lang="zh-CN">{text}</small>}
  </>
)
