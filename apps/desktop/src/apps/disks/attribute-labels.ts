import { defineMessages } from '../../platform/i18n/define-messages.ts';

const labels = {
  Raw_Read_Error_Rate: { en: 'Read errors, as a rate', zh: '读取错误率' },
  Spin_Up_Time: { en: 'Time until it turns', zh: '启动时间' },
  Start_Stop_Count: { en: 'Starts and stops', zh: '启停次数' },
  Reallocated_Sector_Ct: { en: 'Sectors it replaced', zh: '重映射扇区数' },
  Seek_Error_Rate: { en: 'Errors in finding a place, as a rate', zh: '寻道错误率' },
  Power_On_Hours: { en: 'Hours it has run', zh: '通电小时数' },
  Spin_Retry_Count: { en: 'Starts that needed another try', zh: '启动重试次数' },
  Power_Cycle_Count: { en: 'Times it was switched on', zh: '通电次数' },
  Wear_Leveling_Count: { en: 'Life that is left', zh: '剩余寿命（磨损均衡）' },
  'End-to-End_Error': { en: 'Errors on the way inside the disk', zh: '端到端错误' },
  Reported_Uncorrect: { en: 'Errors it could not correct', zh: '无法纠正的错误' },
  Command_Timeout: { en: 'Requests it did not answer in time', zh: '命令超时次数' },
  Airflow_Temperature_Cel: { en: 'Temperature of its air', zh: '气流温度' },
  'Power-Off_Retract_Count': { en: 'Times it lost its power', zh: '断电收回次数' },
  Load_Cycle_Count: { en: 'Times its heads were parked', zh: '磁头归位次数' },
  Temperature_Celsius: { en: 'Temperature', zh: '温度' },
  Reallocated_Event_Count: { en: 'Times it replaced a sector', zh: '重映射事件数' },
  Current_Pending_Sector: { en: 'Sectors it cannot read now', zh: '待处理扇区数' },
  Offline_Uncorrectable: { en: 'Sectors that are lost', zh: '无法校正的扇区数' },
  UDMA_CRC_Error_Count: { en: 'Errors on its cable', zh: '线缆传输错误' },
  SSD_Life_Left: { en: 'Life that is left', zh: '剩余寿命' },
  Media_Wearout_Indicator: { en: 'Life that is left', zh: '剩余寿命（介质磨损）' },
  Percent_Lifetime_Remain: { en: 'Life that is left', zh: '剩余寿命百分比' },
  Total_LBAs_Written: { en: 'Sectors that were written', zh: '累计写入扇区' },
  Total_LBAs_Read: { en: 'Sectors that were read', zh: '累计读取扇区' },
  Critical_Warning: { en: 'Warnings of the disk', zh: '严重警告' },
  Available_Spare: { en: 'Spare room that is left', zh: '剩余备用空间' },
  Percentage_Used: { en: 'Life that is used', zh: '已用寿命' },
  Media_Errors: { en: 'Errors it could not correct', zh: '介质错误' },
  Unsafe_Shutdowns: { en: 'Times it lost its power', zh: '异常断电次数' },
} as const;

export type AttributeLabelKey = keyof typeof labels;
export const isAttributeLabelKey = (name: string): name is AttributeLabelKey => Object.hasOwn(labels, name);

/** Labels of disk attributes (SMART and NVMe), by the names that `smartctl` reports. */
export const attributeLabels = defineMessages('disk-attributes', labels);
