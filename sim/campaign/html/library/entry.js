// SPDX-License-Identifier: BSD-3-Clause
// What the report draws with (sim/campaign/html/page_charts.js): all that echarts.js holds of Apache ECharts.
import { init, use, version } from 'echarts/core';
import { BarChart, CustomChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, CustomChart, LineChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);
export { init, version };
