/** @jsxImportSource preact */
import { isChinese, isTranslated } from '../../src/words/words.ts'

/** What is Chinese in every language: the name of a store, an address, what the merchant wrote. Screen readers read it as Chinese. */
export const AsWritten = ({ text }: { readonly text: string }) =>
  isTranslated() && isChinese(text) ? <span lang="zh-CN">{text}</span> : text
