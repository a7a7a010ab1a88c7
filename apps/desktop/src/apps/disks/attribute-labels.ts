import { defineMessages } from '../../platform/i18n/define-messages.ts';

const labels = {
  Raw_Read_Error_Rate: { en: 'Read error rate', zh: '读取错误率' },
  Spin_Up_Time: { en: 'Spin-up time', zh: '启动时间' },
  Start_Stop_Count: { en: 'Starts and stops', zh: '启停次数' },
  Reallocated_Sector_Ct: { en: 'Replaced sectors', zh: '重映射扇区数' },
  Seek_Error_Rate: { en: 'Seek error rate', zh: '寻道错误率' },
  Power_On_Hours: { en: 'Operating hours', zh: '通电小时数' },
  Spin_Retry_Count: { en: 'Start retries', zh: '启动重试次数' },
  Power_Cycle_Count: { en: 'Power-on count', zh: '通电次数' },
  Wear_Leveling_Count: { en: 'Remaining life', zh: '剩余寿命（磨损均衡）' },
  'End-to-End_Error': { en: 'Transfer errors inside the disk', zh: '端到端错误' },
  Reported_Uncorrect: { en: 'Uncorrectable errors', zh: '无法纠正的错误' },
  Command_Timeout: { en: 'Command timeouts', zh: '命令超时次数' },
  Airflow_Temperature_Cel: { en: 'Air temperature', zh: '气流温度' },
  'Power-Off_Retract_Count': { en: 'Power losses', zh: '断电收回次数' },
  Load_Cycle_Count: { en: 'Head parking count', zh: '磁头归位次数' },
  Temperature_Celsius: { en: 'Temperature', zh: '温度' },
  Reallocated_Event_Count: { en: 'Sector replacements', zh: '重映射事件数' },
  Current_Pending_Sector: { en: 'Unreadable sectors', zh: '待处理扇区数' },
  Offline_Uncorrectable: { en: 'Lost sectors', zh: '无法校正的扇区数' },
  UDMA_CRC_Error_Count: { en: 'Cable errors', zh: '线缆传输错误' },
  SSD_Life_Left: { en: 'Remaining life', zh: '剩余寿命' },
  Media_Wearout_Indicator: { en: 'Remaining life', zh: '剩余寿命（介质磨损）' },
  Percent_Lifetime_Remain: { en: 'Remaining life', zh: '剩余寿命百分比' },
  Total_LBAs_Written: { en: 'Sectors written', zh: '累计写入扇区' },
  Total_LBAs_Read: { en: 'Sectors read', zh: '累计读取扇区' },
  Critical_Warning: { en: 'Disk warnings', zh: '严重警告' },
  Available_Spare: { en: 'Remaining spare space', zh: '剩余备用空间' },
  Percentage_Used: { en: 'Life used', zh: '已用寿命' },
  Media_Errors: { en: 'Uncorrectable errors', zh: '介质错误' },
  Unsafe_Shutdowns: { en: 'Power losses', zh: '异常断电次数' },
} as const;

export type AttributeLabelKey = keyof typeof labels;
export const isAttributeLabelKey = (name: string): name is AttributeLabelKey => Object.hasOwn(labels, name);

/** Labels of disk attributes (SMART and NVMe), by the names that `smartctl` reports. */
export const attributeLabels = defineMessages('disk-attributes', labels);
