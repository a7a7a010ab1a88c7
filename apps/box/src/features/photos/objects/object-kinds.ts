/** The names of an object kind. The id is the English name with hyphens for spaces. */
export interface ObjectKind {
  readonly id: string;
  readonly english: string;
  readonly chinese: string;
}

/** The id of a kind on the wire. */
export function kindIdOf(english: string): string {
  return english.toLowerCase().replaceAll(/\s+/g, '-');
}

/** In the order of the classifier's outputs (COCO). The index is stored, so entries are never removed. */
const BUILT_IN_NAMES = [
  ['person', '人'],
  ['bicycle', '自行车'],
  ['car', '汽车'],
  ['motorcycle', '摩托车'],
  ['airplane', '飞机'],
  ['bus', '公交车'],
  ['train', '火车'],
  ['truck', '卡车'],
  ['boat', '船'],
  ['traffic light', '红绿灯'],
  ['fire hydrant', '消防栓'],
  ['stop sign', '停车标志'],
  ['parking meter', '停车计时器'],
  ['bench', '长椅'],
  ['bird', '鸟'],
  ['cat', '猫'],
  ['dog', '狗'],
  ['horse', '马'],
  ['sheep', '羊'],
  ['cow', '牛'],
  ['elephant', '大象'],
  ['bear', '熊'],
  ['zebra', '斑马'],
  ['giraffe', '长颈鹿'],
  ['backpack', '背包'],
  ['umbrella', '雨伞'],
  ['handbag', '手提包'],
  ['tie', '领带'],
  ['suitcase', '行李箱'],
  ['frisbee', '飞盘'],
  ['skis', '滑雪板'],
  ['snowboard', '单板滑雪板'],
  ['ball', '球'],
  ['kite', '风筝'],
  ['baseball bat', '棒球棒'],
  ['baseball glove', '棒球手套'],
  ['skateboard', '滑板'],
  ['surfboard', '冲浪板'],
  ['tennis racket', '网球拍'],
  ['bottle', '瓶子'],
  ['wine glass', '酒杯'],
  ['cup', '杯子'],
  ['fork', '叉子'],
  ['knife', '刀'],
  ['spoon', '勺子'],
  ['bowl', '碗'],
  ['banana', '香蕉'],
  ['apple', '苹果'],
  ['sandwich', '三明治'],
  ['orange', '橙子'],
  ['broccoli', '西兰花'],
  ['carrot', '胡萝卜'],
  ['hot dog', '热狗'],
  ['pizza', '披萨'],
  ['donut', '甜甜圈'],
  ['cake', '蛋糕'],
  ['chair', '椅子'],
  ['couch', '沙发'],
  ['potted plant', '盆栽'],
  ['bed', '床'],
  ['dining table', '餐桌'],
  ['toilet', '马桶'],
  ['tv', '电视'],
  ['laptop', '笔记本电脑'],
  ['mouse', '鼠标'],
  ['remote', '遥控器'],
  ['keyboard', '键盘'],
  ['cell phone', '手机'],
  ['microwave', '微波炉'],
  ['oven', '烤箱'],
  ['toaster', '烤面包机'],
  ['sink', '水槽'],
  ['refrigerator', '冰箱'],
  ['book', '书'],
  ['clock', '时钟'],
  ['vase', '花瓶'],
  ['scissors', '剪刀'],
  ['teddy bear', '泰迪熊'],
  ['hair drier', '吹风机'],
  ['toothbrush', '牙刷'],
] as const;

/** The eighty object kinds of the built-in classifier. */
export const BUILT_IN_KINDS: readonly ObjectKind[] = BUILT_IN_NAMES.map(([english, chinese]) => ({
  id: kindIdOf(english),
  english,
  chinese,
}));

/** Number of the first kind of an owner's classifier. Leaves room for future built-in kinds. */
export const FIRST_OWN_KIND = 1000;

/**
 * All object kinds of a box: built-in ones, and those of the owner's classifier (PHOTO-16). A kind known to both is
 * listed once.
 */
export class ObjectKinds {
  #all: ReadonlyMap<number, ObjectKind> = new Map(BUILT_IN_KINDS.entries());
  #numbers: ReadonlyMap<string, number> = new Map(BUILT_IN_KINDS.map(({ id }, index) => [id, index]));

  get all(): readonly ObjectKind[] {
    return [...this.#all.values()];
  }

  /** The kind with a number; undefined if it does not exist, or no longer exists. */
  at(number: number): ObjectKind | undefined {
    return this.#all.get(number);
  }

  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** Replaces the owner's kinds, by their numbers. */
  setOwnKinds(kinds: readonly (ObjectKind & { readonly number: number })[]): void {
    this.#all = new Map([...BUILT_IN_KINDS.entries(), ...kinds.map(({ number, ...kind }) => [number, kind] as const)]);
    this.#numbers = new Map([...this.#all].map(([number, { id }]) => [id, number]));
  }
}

/** An object kind detected in a photo, with its score from 0 to 1. */
export interface DetectedObject {
  readonly kind: number;
  readonly score: number;
}

/**
 * Objects with a lower score are not stored unless the owner's threshold is lower. Changing the threshold above this
 * value needs no new analysis.
 */
const MIN_STORED_OBJECT_SCORE = 0.25;

/** Minimum score of a stored object. */
export const minObjectScore = ({ object }: { readonly object: number }): number =>
  Math.min(MIN_STORED_OBJECT_SCORE, object);
