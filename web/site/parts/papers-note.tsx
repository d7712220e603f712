/** @jsxImportSource preact */
import { isTranslated, say } from '../../src/words/words.ts'

/**
 * What the law asks of drivers from elsewhere, before they book: an identity document, and a licence that is valid on the mainland. Readers of
 * 简体 know theirs.
 */
export const PapersNote = () =>
  isTranslated() ? (
    <section>
      <h2>{say('须带的证件')}</h2>
      <ul class="plain quiet">
        <li>{say('护照，或港澳居民来往内地通行证、台湾居民来往大陆通行证')}</li>
        <li>{say('中国内地驾驶证，或公安交管部门核发的临时驾驶许可；境外驾驶证和国际驾照不能直接使用')}</li>
        <li>{say('临时驾驶许可在当地车辆管理所申领，须带护照或通行证、境外驾驶证及其中文译文')}</li>
      </ul>
    </section>
  ) : null
