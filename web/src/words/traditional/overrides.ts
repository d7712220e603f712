/*
 * Where the words of the generated column differ from what the converter writes. Readers of it are in Hong Kong, Macao and Taiwan; most who
 * rent a car on the mainland come from Hong Kong and Macao, so that their word is used where places differ (短訊, 網絡, 電郵, 預設), as long
 * as everybody understands it. Names of documents and apps are those that stand on them.
 */

/** Words, replaced in every converted text; the longer ones first. */
export const words: readonly (readonly [converted: string, said: string])[] = [
  ['短信驗證碼', '短訊驗證碼'],
  ['短信', '短訊'],
  ['信息', '資料'],
  ['合同', '合約'],
  ['在線支付', '網上付款'],
  ['儀表盤', '儀錶板'],
  ['默認', '預設'],
  ['屏幕', '螢幕'],
  ['視頻', '影片'],
  ['攝像頭', '鏡頭'],
  ['照片', '相片'],
  ['點擊', '點按'],
  ['登錄', '登入'],
  ['註銷', '登出'],
  ['打印', '列印'],
  ['文檔', '文件'],
  ['二維碼', 'QR碼'],
  ['賬號', '帳戶'],
  ['緩存', '暫存'],
  ['上傳', '上載'],
  ['加載', '載入'],
  ['質量', '品質'],
]

/** Whole phrases, by the Chinese phrase. */
export const whole: Readonly<Record<string, string>> = {
  '护照，或港澳居民来往内地通行证、台湾居民来往大陆通行证':
    '回鄉證（港澳居民來往內地通行證）、台胞證（台灣居民來往大陸通行證）或護照',
  '中国内地驾驶证，或公安交管部门核发的临时驾驶许可；境外驾驶证和国际驾照不能直接使用':
    '內地駕駛執照，或公安交管部門核發的臨時駕駛許可；香港、澳門、台灣及外國的駕駛執照不能直接使用',
  合同以中文文本为准: '本合同的簡體中文文本具有約束力，簽署的正是該文本。如有不明白之處，請在簽署前請門店說明。',
}
